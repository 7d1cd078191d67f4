import { expect, test } from 'vitest';
import { kinds, type Change } from '#kinds/index.ts';
import { readDraft } from '#server/editions/draft/draft-changes.ts';
import { Refused } from '#server/errors.ts';
import { stepsOf } from '#rules/json/pointer.ts';
import { textOf } from '../house/repository.ts';

/** Pointers of all texts of a value. */
function textsOf(value: unknown, at = ''): string[] {
  if (typeof value === 'string') return [at];
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => textsOf(member, `${at}/${name}`))
    : [];
}

function put(value: unknown, pointer: string, text: string): unknown {
  const copy = structuredClone(value);
  const steps = stepsOf(pointer);
  const parent = steps.slice(0, -1).reduce<any>((one, step) => one[step], copy);
  parent[steps.at(-1)!] = text;
  return copy;
}

const LONG = 'x'.repeat(600_000);
const examples = kinds.map(
  ({ name }) => [name, JSON.parse(textOf(`src/kinds/${name}/example.json`)) as unknown] as const,
);

async function refusal(changes: unknown, title = '稿件'): Promise<string> {
  const error = await readDraft({ title, changes }).then(
    () => null,
    (caught: unknown) => caught,
  );
  return error instanceof Refused ? error.message : `taken: ${String(error)}`;
}

test('[OL8] a text that is too long is refused as a draft is saved, whichever field of whichever kind it stands in', async () => {
  for (const [kind, example] of examples) {
    const change = (Array.isArray(example) ? example[0] : example) as Change;
    const { kind: _kind, ...withdrawn } = { kind, id: '12', withdraw: { reason: '', successor: '' } };
    if (kind === 'article')
      for (const pointer of textsOf(withdrawn))
        expect(await refusal([put({ kind, ...withdrawn }, pointer, LONG)]), pointer).toMatch(/有 600000 个字/);
    const pointers = textsOf(change).filter((pointer) => pointer !== '/kind');
    expect(pointers.length, kind).toBeGreaterThan(0);
    for (const pointer of pointers)
      expect(await refusal([put(change, pointer, LONG)]), `${kind} ${pointer}`).toMatch(
        /有 600000 个字|正文超过50万字符/,
      );
  }
});

test('[OL8] the refusal names the field, its length and how long it may be', async () => {
  const article = { kind: 'article', document: { channelId: 'x', title: '长'.repeat(301), contentTime: '' } };
  expect(await refusal([article])).toBe('第1项的“标题”有 301 个字，最多 300 个');
  const named = { ...article.document, title: '短', attachments: [{ filename: 'x'.repeat(501), filepath: '' }] };
  expect(await refusal([{ kind: 'article', document: named }])).toBe('第1项的“附件 1 文件名”有 501 个字，最多 500 个');
  expect(await refusal([{ kind: 'setting', id: 'site', document: { name: 'x'.repeat(300_000) } }])).toBe(
    '第1项的内容有 293 KB，最多 256 KB，其中“/name”有 300000 个字',
  );
});
