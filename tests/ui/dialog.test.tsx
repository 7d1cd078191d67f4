import { describe, expect, test } from 'vitest';
import { Dialog } from '#ui/Dialog.tsx';
import { draw, textOf } from '../world/draw.tsx';

describe('a tip', () => {
  test('[MD1] is titled 温馨提示 and closed by 知道了', () => {
    const html = draw(<Dialog onClose={() => {}}>请先完成风险测评。</Dialog>);
    expect(textOf(html)).toBe('温馨提示 请先完成风险测评。 知道了');
    expect(html).toMatch(/<dialog[^>]* aria-labelledby="([^"]+)" aria-describedby="([^"]+)">.*id="\1".*id="\2"/);
  });

  test('[MD1] may have another title, and no description', () => {
    const html = draw(<Dialog title="没有找到相关文件" onClose={() => {}} />);
    expect(textOf(html)).toBe('没有找到相关文件 知道了');
    expect(html).not.toContain('aria-describedby');
    expect(html).not.toContain('dialog__text');
  });
});
