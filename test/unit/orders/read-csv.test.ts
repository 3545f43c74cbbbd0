import { array, assert, boolean, constantFrom, property, string, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { readCustomerList } from '../../../src/orders/customers/customer-list.ts'
import { readCsv } from '../../../src/orders/customers/read-csv.ts'

/** The texts of each row, or the problem. */
function textsOf(text: string): unknown {
  const read = readCsv(text)
  return 'message' in read ? `${read.line}:${read.column} ${read.message}` : read.map((row) => row.map((cell) => cell.text))
}

test('what a writer of RFC 4180 writes is read back, with any separator and line end', () => {
  const cell = string({ unit: constantFrom('a', '7', ' ', '"', ',', ';', '\t', '\n', '\r\n', 'ä', '=') })
  const rows = array(tuple(cell, cell, cell), { minLength: 1, maxLength: 5 })
  let count = 0
  assert(
    property(rows, constantFrom(',', ';', '\t'), constantFrom('\n', '\r\n'), boolean(), (given, separator, end, isEnded) => {
      const written = [['one', 'two', 'three'], ...given].map((row) => row.map(quoted).join(separator)).join(end)
      count += 1

      expect(textsOf(`${written}${isEnded ? end : ''}`)).toEqual([
        ['one', 'two', 'three'],
        ...given.filter((row) => row.some((text) => text !== '')),
      ])
    }),
    { seed: 7, numRuns: 300 },
  )
  expect(count).toBe(300)
})

function quoted(text: string): string {
  return /^$|["\r\n,;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

test('cells have their places, also after cells with line ends; a byte order mark is no part of a name', () => {
  const read = readCsv('\uFEFFa;b\r\n"1\n2";x\r\n\r\n3;')

  expect(read).toEqual([
    [
      { text: 'a', line: 1, column: 1 },
      { text: 'b', line: 1, column: 3 },
    ],
    [
      { text: '1\n2', line: 2, column: 1 },
      { text: 'x', line: 3, column: 4 },
    ],
    [
      { text: '3', line: 5, column: 1 },
      { text: '', line: 5, column: 3 },
    ],
  ])
})

test('a first line for Excel that names the separator is no line of the list', () => {
  expect(readCsv('\uFEFFsep=|\r\na|b;c\r\n1|2')).toEqual([
    [
      { text: 'a', line: 2, column: 1 },
      { text: 'b;c', line: 2, column: 3 },
    ],
    [
      { text: '1', line: 3, column: 1 },
      { text: '2', line: 3, column: 3 },
    ],
  ])
  expect(textsOf('sep=\n1')).toEqual([['sep='], ['1']])
})

test('a quote that is not closed and text after a quote are refused at their place', () => {
  expect(textsOf('a,b\n1,"2')).toBe('2:3 the quote that begins here is not closed')
  expect(textsOf('a,b\n"1"2,3')).toBe('2:4 text follows a cell in quotes')
})

function problemsOf(text: string): readonly string[] {
  const read = readCustomerList(text)
  return 'problems' in read ? read.problems.map(({ line, column, message }) => `${line}:${column} ${message}`) : []
}

test('each wrong line of a list of customers is named, with what is wrong', () => {
  const lines = [
    'username,discount,inactive,groups',
    'ann,20,true,vip',
    'ANN,0,,',
    ',100,0,',
    'bo ,,,',
    'c%,,,',
    'di,101,yes,',
    'ed,-1,1',
    'fy,1.5,false,',
  ]

  expect(problemsOf(lines.join('\n'))).toEqual([
    '3:1 "ANN" is the username "ann" of line 2',
    '4:1 the username is empty',
    '5:1 the username "bo " has a blank at its end',
    '6:1 the username "c%" contains %, with which a store finds other customers too',
    '7:4 discount must be from 0 to 100 per cent, found 101',
    '7:8 inactive must be true or false, found "yes"',
    '8:1 this line has 3 cells, and the first one 4',
    '9:4 discount must be a whole number, found "1.5"',
  ])
  expect(problemsOf('email,usrname,email\n')).toEqual([
    '1:7 there is no field "usrname" of a customer; did you mean "username"?',
    '1:15 the column "email" is there twice',
  ])
  expect(problemsOf('email\n')).toEqual(['1:1 the first line needs a column "username"'])
})

test('a column that is left out is not managed, and groups are codes of any separator', () => {
  expect(readCustomerList('username;email;password;groups\nann; a@x ;secret;"vip; dealer,vip"\nbo;;;\n')).toEqual([
    { username: 'ann', fields: { email: 'a@x' }, password: 'secret', groups: ['vip', 'dealer'], place: { line: 2, column: 18 } },
    { username: 'bo', fields: { email: '' }, password: null, groups: [], place: { line: 3, column: 6 } },
  ])
  expect(readCustomerList('username\nann')).toEqual([
    { username: 'ann', fields: {}, password: null, groups: null, place: { line: 2, column: 1 } },
  ])
})
