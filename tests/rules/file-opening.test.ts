import { describe, expect, it } from 'vitest';
import { FILE_MISSING, openingOf } from '#rules/files/file-opening.ts';
import { FILE_BASE, filepathsIn, parseFilepath, PREVIEW_BASE } from '#rules/files/filepath.ts';
import { PREVIEW, STATIC_FILE } from '#wire/paths.ts';

const path = (extension: string) => `2026/01/${'0a'.repeat(32)}.${extension}`;
const open = (extension: string, viewer = {}) =>
  openingOf({ filepath: path(extension), filename: '年报', size: 1 }, viewer);
const foreign = { template: 'https://viewer.example/?src={file}', siteUrl: 'https://site.example/' };

describe('opening a file', () => {
  it('[FO1] a pdf opens in a new window', () => {
    expect(open('pdf')).toEqual({
      kind: 'new-window',
      href: `/static-file/${path('pdf')}`,
      inPage: `/preview/${path('pdf')}`,
    });
  });

  it('[FO2] docx and xlsx go to our own preview, or to the viewer that the settings name', () => {
    for (const extension of ['docx', 'xlsx'])
      expect(open(extension)).toEqual({ kind: 'viewer', href: `/preview/${path(extension)}` });
    for (const extension of ['docx', 'xlsx', 'doc', 'xls', 'ppt', 'pptx', 'wps']) {
      const href = `https://viewer.example/?src=https%3A%2F%2Fsite.example%2Fstatic-file%2F${encodeURIComponent(path(extension))}`;
      expect(open(extension, foreign)).toEqual({ kind: 'viewer', href });
    }
  });

  it('[FO2] a restricted file never goes to a foreign viewer', () => {
    expect(open('docx', { ...foreign, restricted: true })).toEqual({
      kind: 'viewer',
      href: `/preview/${path('docx')}`,
    });
    expect(open('pptx', { ...foreign, restricted: true }).kind).toBe('download');
  });

  it('[FO2] an office format without a viewer downloads; a template that names no file is no viewer', () => {
    for (const extension of ['doc', 'xls', 'ppt', 'pptx']) expect(open(extension).kind).toBe('download');
    expect(open('docx', { ...foreign, template: 'https://viewer.example/' }).href).toBe(`/preview/${path('docx')}`);
    expect(open('pptx', { template: foreign.template }).kind).toBe('download');
  });

  it.each(['png', 'jpg', 'gif', 'webp', 'mp3', 'm4a', 'mp4'])('[FO3] %s opens directly', (extension) => {
    expect(open(extension)).toEqual({ kind: 'direct', href: `/static-file/${path(extension)}` });
  });

  it.each(['zip', 'csv', 'txt', 'exe', 'bin', 'svg', 'html'])('[FO4] %s downloads under its name', (extension) => {
    expect(open(extension)).toEqual({ kind: 'download', href: `/static-file/${path(extension)}`, download: '年报' });
  });

  it('[FO5] a file that is not there has no address, and a sentence', () => {
    expect(openingOf({ filepath: '', filename: 'x.pdf', size: null })).toEqual({ kind: 'missing', href: '' });
    expect(openingOf({ filepath: path('pdf'), filename: 'x.pdf', size: null }).kind).toBe('missing');
    expect(openingOf({ filepath: 'javascript:alert(1)', filename: 'x.pdf', size: 1 }).kind).toBe('missing');
    expect(FILE_MISSING).toBe('没有找到相关文件');
  });

  it('an empty file is there', () => {
    expect(openingOf({ filepath: path('txt'), filename: 'x', size: 0 }).kind).toBe('download');
  });
});

describe('a filepath', () => {
  it('is year, month, whole hash and ending, and nothing else', () => {
    expect(parseFilepath(path('pdf'))).toEqual({ sha256: '0a'.repeat(32), extension: 'pdf' });
    for (const bad of [
      '',
      path('PDF'),
      path(''),
      `/${path('pdf')}`,
      `${path('pdf')}\n`,
      path('pdf').replace('/01/', '/13/'),
      path('pdf').replace('0a', '0A'),
      path('pdf').slice(1),
      `${path('pdf')}/..`,
    ]) {
      expect(parseFilepath(bad), bad).toBeNull();
    }
  });

  it('is found wherever a text names it, once', () => {
    expect(
      filepathsIn(
        `<img src="/static-file/${path('png')}"> /static-file/${path('pdf')}?x /static-file/${path('png')} /static-file/x.png`,
      ),
    ).toEqual([path('png'), path('pdf')]);
  });

  it('stands below the addresses that the wire names', () => {
    expect([FILE_BASE, PREVIEW_BASE]).toEqual([`${STATIC_FILE}/`, `${PREVIEW}/`]);
  });
});
