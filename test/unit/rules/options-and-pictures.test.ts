import { expect, test } from 'vitest'
import { optionCombinations } from '../../../src/rules/option-combinations.ts'
import { picturesArePictures } from '../../../src/rules/pictures-are-pictures.ts'
import { picturesExist } from '../../../src/rules/pictures-exist.ts'
import type { Problem } from '../../../src/problems/problem.ts'
import { lines, pictures, record, shop } from './desired-shop.ts'

/** A lamp with a base (oak, ash) and a cable (red, white): one variant for each text such as `base=oak cable=red`. */
function checkLamp(...variants: string[]): readonly Problem[] {
  const options = [
    record('Options', { code: 'b', o_group: 'base', o_value: 'oak=Oak,ash=Ash' }),
    record('Options', { code: 'c', o_group: 'cable', o_value: 'red=Red,white=White' }),
  ]
  const rows = variants.map((chosen, index) => {
    const links = chosen.split(' ').map((pair) => {
      const [group = '', value = ''] = pair.split('=')
      return record('VariantOptions', { o_group: group, o_value: value })
    })
    return record('Variants', { code: `V${index + 1}` }, { VariantOptions: links })
  })
  const lamp = record('Product', { sku: 'LAMP', option_type: 'Matrix', options_advanced: 'true' }, { Options: options, Variants: rows })
  return optionCombinations.check(shop({ Product: [lamp] }))
}

test('all combinations once are fine', () => {
  expect(checkLamp('base=oak cable=red', 'base=oak cable=white', 'base=ash cable=red', 'base=ash cable=white')).toEqual([])
})

test('a variant without an option, with an unknown one and with an unknown value is told what to choose', () => {
  const problems = checkLamp('base=oak', 'base=oka cable=red', 'base=ash cable=red shade=big')

  expect(problems.map(({ message, fix }) => `${message}. ${fix}`)).toEqual([
    'variant V1 has no value of option cable. Choose one of red, white.',
    'variant V2 has the value "oka" of option base, which is not one of its values. Did you mean "oak"?',
    'variant V3 has a value of option "shade", which its product does not have. Known are base, cable.',
  ])
})

test('a combination that occurs twice is an error with both places, a missing one a warning', () => {
  const problems = checkLamp('base=oak cable=red', 'cable=red base=oak', 'base=ash cable=red', 'base=ash cable=white')

  expect(lines(problems)).toEqual([
    'V2 | error: variant V2 is the second one for base=oak, cable=red',
    'LAMP Matrix true | warning: LAMP has 3 of the 4 combinations of its options; the first one missing is base=oak, cable=white',
  ])
  expect(problems[0]?.related).toEqual({ message: 'V1 has it already', at: { file: 'V1', start: 0, end: 1 } })
})

test('a combination that occurs twice is told beside a variant with another fault; what is missing may be that one', () => {
  const problems = checkLamp('base=oak cable=red', 'base=oak cable=red', 'base=ash')

  expect(lines(problems)).toEqual([
    'V3 | error: variant V3 has no value of option cable',
    'V2 | error: variant V2 is the second one for base=oak, cable=red',
  ])
})

test('a picture that is not there is a problem, with the picture that was probably meant', () => {
  const problems = picturesExist.check(
    pictures({ 'images/tee-back.png': { kind: 'png', size: 90 }, 'images/tee-bakc.png': { kind: 'missing', size: 0 } }),
  )

  expect(lines(problems)).toEqual(['names images/tee-bakc.png | error: there is no picture images/tee-bakc.png'])
  expect(problems[0]?.fix).toContain('Did you mean "images/tee-back.png"?')
})

test('text, nothing and unknown bytes are no pictures, and a name that says another kind is a warning', () => {
  const problems = picturesArePictures.check(
    pictures({
      'a.png': { kind: 'png', size: 90 },
      'b.JPG': { kind: 'jpeg', size: 90 },
      'c.png': { kind: 'text', size: 12 },
      'd.png': { kind: 'other', size: 0 },
      'e.png': { kind: 'other', size: 7 },
      'f.jpg': { kind: 'png', size: 90 },
      'g.png': { kind: 'missing', size: 0 },
    }),
  )

  expect(lines(problems)).toEqual([
    'names c.png | error: the picture c.png is text',
    'names d.png | error: the picture d.png is empty',
    'names e.png | error: the picture e.png is none of the kinds that every browser shows',
    'names f.jpg | warning: the picture f.jpg is a PNG by its bytes',
  ])
})
