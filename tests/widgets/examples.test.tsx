import { describe, expect, test } from 'vitest';
import type { ViewModule } from '#page/Block.tsx';
import { checkJson } from '#page/json-check.ts';
import { widgets } from '#widgets/index.ts';
import { readHtml } from '#tools/walk/read-html.ts';
import { scriptProblems } from '#tools/crawl/script-problems.ts';
import { toTraditional } from '#page/to-traditional.ts';
import { drawIn } from '#ui/script/active-script.ts';
import { scriptOf } from '#ui/script/traditional-script.ts';
import { buildViewBlock, draw, type Example } from '../world/draw.tsx';

const examples = import.meta.glob<{ default: Example }>('../../src/widgets/*/example.json', { eager: true });
const views = import.meta.glob<ViewModule>('../../src/widgets/*/View.tsx', { eager: true });
const script = scriptOf(toTraditional);
const partOf = <T,>(parts: Record<string, T>, widget: string, file: string) =>
  parts[`../../src/widgets/${widget}/${file}`]!;

describe.each(widgets)('widget $name', ({ name, accepts, props }) => {
  const example = partOf(examples, name, 'example.json').default;
  const { View, Waiting, Failed } = partOf(views, name, 'View.tsx');
  const markup = draw(<View props={example.props} data={example.data} block={buildViewBlock(example)} />);

  test('[WG1] is drawn from its example', () => {
    expect(markup.length).toBeGreaterThan(50);
  });

  test('[WG1] its example has the props that its schema allows', () => {
    expect(checkJson(props, structuredClone(example.props) as object, '')).toEqual([]);
  });

  test('draws no page title but where the page leaves it to it', () => {
    expect(markup.match(/<h1/g) ?? []).toHaveLength(example.titleLevel === 1 ? 1 : 0);
  });

  test('writes no style attribute, which the policy of the site forbids', () => {
    expect(markup).not.toMatch(/\sstyle=/);
  });

  test('[ER9] a form to ask by stays, with what was typed, where the answer could not be had', () => {
    const typed = (html: string) =>
      [...html.matchAll(/<form.*?<\/form>/gs)]
        .flatMap(([form]) => form.match(/<input[^>]*type="search"[^>]*>/g) ?? [])
        .map((input) => [/name="([^"]+)"/.exec(input)?.[1], /value="([^"]*)"/.exec(input)?.[1]]);
    const failed = Failed
      ? draw(<Failed props={example.props} block={buildViewBlock(example)} note={<p>内容暂时无法显示</p>} />)
      : '';
    expect(typed(failed)).toEqual(typed(markup));
    if (Failed) expect(failed).toContain('内容暂时无法显示');
  });

  test('every link leads somewhere, every foreign one opens a window without access to this one [CH6]', () => {
    for (const [link] of markup.matchAll(/<a\s[^>]*>/g)) {
      expect(link).toMatch(/href="[^"]+"/);
      if (/href="https?:/.test(link)) expect(link).toMatch(/target="_blank" rel="noopener"/);
    }
  });

  test('every field has a label', () => {
    for (const [, id] of markup.matchAll(/<(?:input|select)(?![^>]*type="hidden")[^>]*\sid="([^"]+)"/g)) {
      expect(markup).toContain(`for="${id}"`);
    }
  });

  test('[LG3] [LG4] is drawn in traditional script, but for what stays as it is written', () => {
    const traditional = drawIn(script, () =>
      draw(<View props={example.props} data={example.data} block={buildViewBlock(example)} />),
    );
    expect(scriptProblems(readHtml(`<html lang="zh-Hant">${traditional}</html>`))).toEqual([]);
  });

  test('shows a skeleton while its data is on its way, where it loads any', () => {
    if (!Waiting) return expect(accepts).toBe('none');
    expect(draw(<Waiting props={example.props} block={buildViewBlock(example)} />)).toContain('aria-hidden="true"');
  });
});
