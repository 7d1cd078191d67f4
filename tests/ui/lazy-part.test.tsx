import type { ComponentType } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { lazyPart, loadParts } from '#ui/lazy-part.tsx';
import { draw } from '../world/draw.tsx';

describe('[WG5] a part that few pages show', () => {
  test('is drawn on the server once the parts are loaded, and is fetched once', async () => {
    const load = vi.fn(async () => ({ word }: { word: string }) => <b>{word}</b>);
    const Part = lazyPart(load);
    await loadParts();
    expect(draw(<Part word="一" />)).toBe('<b>一</b>');
    await loadParts();
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('that could not be had is tried again', async () => {
    const load = vi.fn<() => Promise<ComponentType<object>>>().mockRejectedValueOnce(new Error('gone'));
    load.mockResolvedValueOnce(() => <b>二</b>);
    const Part = lazyPart(load);
    await expect(loadParts()).rejects.toThrow('gone');
    await loadParts();
    expect(draw(<Part />)).toBe('<b>二</b>');
  });
});
