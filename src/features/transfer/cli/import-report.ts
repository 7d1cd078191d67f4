import type { Compared, ComparedExport, ThingState } from '../server/compare-export.ts';
import { Unusable } from '#cli/command.ts';
import type { ImportSiteOptions } from './import-site-options.ts';
import { phrase, type Sentence } from '#server/phrase.mjs';

/** States that are taken without being named. */
const TAKEN: readonly ThingState[] = ['new', 'changed'];

/**
 * BE4: the things of a file that an edition would take. New and changed things are taken unless left out, all others
 * only where they are named.
 * @throws Unusable where something is named that the file has not
 */
export function chooseThings(
  things: readonly Compared[],
  { without, take }: Pick<ImportSiteOptions, 'without' | 'take'>,
): Compared[] {
  const unknown = [...without, ...take].find((name) => !things.some(({ subject }) => subject === name));
  if (unknown !== undefined)
    throw new Unusable({
      zh: `文件中没有 ${unknown}。请照命令列出的写，如 ${things[0]?.subject ?? 'page:home'}。`,
      en: `The file has no thing ${unknown}. Name things as the command lists them, such as ${things[0]?.subject ?? 'page:home'}.`,
    });
  const differing = things.filter(({ state }) => state !== 'same');
  return differing.filter(
    ({ subject, state }) => !without.includes(subject) && (TAKEN.includes(state) || take.includes(subject)),
  );
}

const WORDS: Readonly<Record<Exclude<ThingState, 'same'>, Sentence>> = {
  new: { zh: '新的', en: 'new' },
  changed: { zh: '不同', en: 'differs' },
  ours: { zh: '只在这里改过', en: 'changed here alone' },
  clash: { zh: '两边都改过', en: 'CLASH' },
  older: { zh: '更旧', en: 'OLDER' },
  other: { zh: '另一篇', en: 'OTHER' },
};

/** Warning for a thing that is taken all the same. */
const TAKING: Readonly<Partial<Record<ThingState, Sentence>>> = {
  clash: { zh: '，两边各有一份，用文件中的', en: ', both sides have their own, and the file’s is taken' },
  older: { zh: '，以前导入过更新的，仍用它', en: ', and is taken although something newer was before' },
  other: { zh: '，作为新的一篇', en: ', and is taken as a new one' },
};

interface Coming {
  chosen: readonly Compared[];
  /** number of things that do not fit in one edition any more */
  waiting: number;
  /** number of chosen articles that are published in steps */
  separate: number;
}

/** Content of a file, by thing, for people. */
export function importReport(
  path: string,
  { header, contents, things, memory, newerTaken }: ComparedExport,
  { chosen, waiting, separate }: Coming,
): string {
  const taken = new Set(chosen);
  const differing = things.filter(({ state }) => state !== 'same');
  const sender = header.sender.name;
  return [
    phrase({
      zh: `文件 ${path}：来自 ${sender}，截至 ${header.at}；${things.length} 项内容，${contents.files} 个附件；签名和全部哈希无误。`,
      en: `The file ${path}: from ${sender}, as of ${header.at}; ${things.length} things, ${contents.files} stored files; its signature and all hashes are right.`,
    }),
    ...(newerTaken === null
      ? []
      : [
          phrase({
            zh: `这个文件比以前从 ${sender} 导入的旧，那一份截至 ${newerTaken}。`,
            en: `This file is older than what was taken from ${sender} before, as of ${newerTaken}.`,
          }),
        ]),
    ...differing.flatMap((thing) => [
      phrase({
        zh: `${WORDS[thing.state as Exclude<ThingState, 'same'>].zh}：${thing.title}（${thing.subject}）${fate(thing, taken.has(thing)).zh}`,
        en: `${WORDS[thing.state as Exclude<ThingState, 'same'>].en}: ${thing.title} (${thing.subject})${fate(thing, taken.has(thing)).en}`,
      }),
      ...thing.differences.map((line) => `    ${line}`),
    ]),
    differing.length === 0
      ? phrase({ zh: '没有不同。', en: 'Nothing differs.' })
      : phrase({
          zh: `${differing.length} 项不同，${things.length - differing.length} 项相同；生成稿件会带来 ${chosen.length} 项。`,
          en: `${differing.length} differ, ${things.length - differing.length} are the same; an edition would bring ${chosen.length}.`,
        }),
    ...(memory.pending
      ? [
          phrase({
            zh: `以前导入的稿件 ${memory.pending.edition} 还没有发布，也没有作废：在此之前不再保存。`,
            en: `Edition ${memory.pending.edition} of an earlier import is neither published nor discarded: nothing more is saved before that.`,
          }),
        ]
      : []),
    ...(separate > 0
      ? [
          phrase({
            zh: `其中 ${separate} 项是文章：与这份稿件一起审核，每千篇一步发布。`,
            en: `${separate} of these are articles: they are approved with that edition, and published in steps of a thousand.`,
          }),
        ]
      : []),
    ...(waiting > 0
      ? [
          phrase({
            zh: `另有 ${waiting} 项一份稿件放不下。请先发布这一份，再导入这个文件。`,
            en: `${waiting} more do not fit in one edition. Publish this one first, and import the file again.`,
          }),
        ]
      : []),
  ].join('\n');
}

const NOTHING: Sentence = { zh: '', en: '' };

function fate({ state, subject }: Compared, taken: boolean): Sentence {
  if (taken) return TAKING[state] ?? NOTHING;
  const take = `--take ${subject}`;
  switch (state) {
    case 'older':
      return {
        zh: `：以前从那里导入过更新的。没有导入；${take} 则导入`,
        en: `: something newer was taken from there before. It is left out; ${take} takes it`,
      };
    case 'other':
      return {
        zh: `：这个编号在那里以前是另一篇文章。没有导入；${take} 则作为新的导入`,
        en: `: there another article had this number before. It is left out; ${take} takes it as a new one`,
      };
    case 'clash':
      return {
        zh: `：两边都改过，或各建了一份。没有导入；${take} 则导入`,
        en: `: both sides have changed it, or each has made its own. It is left out; ${take} takes it`,
      };
    case 'ours':
      return { zh: `：保持原样；${take} 则用文件中的`, en: `: left as it is; ${take} takes what the file has` };
    default:
      return { zh: '，没有导入', en: ', left out' };
  }
}
