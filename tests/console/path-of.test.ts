import { expect, test } from 'vitest';
import { errorsByField } from '#console/documents/server-validator.ts';
import { pathOf } from '#console/past/path-of.ts';

test.each([
  ['/publicChannel/companyInfo', '/publicChannel/companyInfo'],
  [' /news/company?pageNum=2 ', '/news/company?pageNum=2'],
  ['/swhysc/news/company?pageNum=2', '/news/company?pageNum=2'],
  ['/swhysc', '/'],
  ['https://www.example.com/swhysc/', '/'],
  ['http://127.0.0.1:8080/swhysc/publicChannel/ibStaff?fuzzyItem=a%26b', '/publicChannel/ibStaff?fuzzyItem=a%26b'],
  ['https://www.example.com/other', null],
  ['//evil.example/swhysc/', null],
  ['publicChannel', null],
  ['', null],
])('[PB2] %s is the page %s', (typed, path) => {
  expect(pathOf(typed)).toBe(path);
});

test('[WG4] what the server finds wrong stands at its field, however deep', () => {
  expect(
    errorsByField([
      { pointer: '/links/1/path', message: 'a' },
      { pointer: '/links/1/path', message: 'b' },
      { pointer: '/links/0', field: 'title', message: 'c' },
      { pointer: '', message: 'd' },
    ]),
  ).toEqual({ __errors: ['d'], links: { 0: { title: { __errors: ['c'] } }, 1: { path: { __errors: ['a', 'b'] } } } });
});
