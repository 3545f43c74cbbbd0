import { expect, test } from 'vitest'
import { formatDocument } from '../../../../src/documents/format/format-document.ts'

const entries = Array.from({ length: 2_500 }, (_, number) => `  SKU-${number}: { price: 1, title: Tee }\n`).join('')

function percentsOf(text: string): readonly number[] {
  const percents: number[] = []
  formatDocument('shop.yaml', text, { onPercent: (percent) => percents.push(percent) })
  return [...percents, 100]
}

test('formatting a large document reports its progress in steps of at most a quarter, also where the strict reader declines it', () => {
  const [strict, declined] = [percentsOf(`products:\n${entries}`), percentsOf(`? products\n:\n${entries}`)]

  for (const percents of [strict, declined]) {
    expect(percents[0]).toBe(0)
    expect(percents.filter((percent, index) => percent - (percents[index - 1] ?? 0) > 25)).toEqual([])
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  }
  expect(declined.filter((percent) => percent > 0 && percent < 15).length).toBe(2)
})
