import { describe, expect, test } from 'vitest';
import { fileMark, fileSize, fileTitle } from '#rules/files/file-size.ts';

describe('files', () => {
  test.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [421_888, '412 KB'],
    [1_048_576, '1.0 MB'],
    [1_048_575, '1.0 MB'],
    [null, ''],
  ])('%j bytes are %s', (bytes, text) => {
    expect(fileSize(bytes)).toBe(text);
  });

  test('a file is marked by its ending and called without it', () => {
    expect([fileMark('说明.PDF'), fileTitle('说明.PDF')]).toEqual(['PDF', '说明']);
    expect([fileMark('说明'), fileTitle('说明')]).toEqual(['文件', '说明']);
  });
});
