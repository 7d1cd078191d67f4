import { describe, expect, test } from 'vitest';
import { formatCell } from '#rules/registers/format-cell.ts';

describe('cells', () => {
  test.each([
    [null, { type: 'text' }, '—'],
    ['1', { type: 'choice', choices: { 1: '在岗' } }, '在岗'],
    ['9', { type: 'choice', choices: { 1: '在岗' } }, '9'],
    ['-0.12', { type: 'percent', scale: 2 }, '-0.12%'],
    [1234567.5, { type: 'money', unit: '万元' }, '1,234,567.5 万元'],
    ['0.65000000', { type: 'percent', scale: 2, fraction: true }, '65.00%'],
    ['0.07', { type: 'percent', fraction: true }, '7.00%'],
    ['1.005', { type: 'percent', scale: 1, fraction: true }, '100.5%'],
    ['', { type: 'percent', fraction: true, blank: '不限' }, '不限'],
    [null, { type: 'text', blank: '登录后可见' }, '登录后可见'],
    ['1.0325', { type: 'decimal', scale: 4 }, '1.0325'],
    ['受限', { type: 'decimal', scale: 2 }, '受限'],
    [500000, { type: 'integer' }, '500,000'],
    ['constructor', { type: 'choice', choices: {} }, 'constructor'],
  ])('%j as %j is %s', (value, format, text) => {
    expect(formatCell(value, format as never)).toBe(text);
  });
});
