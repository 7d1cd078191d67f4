import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Change } from '#kinds/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { exportedFields } from '#page/register-view.ts';
import { isExternal } from '#rules/addresses/channel-tree.ts';
import { PublicationRefused } from '#server/store/publication/publication-problems.ts';
import type { ChannelPlan } from '#wire/channel-answers.ts';
import type { Comparison } from '#wire/edition-answers.ts';
import { announced, detailsOf, isFormer, look, type Seen } from '../world/announced.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { consoleOf, draftBy, hand, type Hand } from '../world/editions.ts';
import { proved, tries } from '../world/proof.ts';
import { article, BOND_TRADER, channel, SECTION, smallWorld, startSite, type TestSite } from '../world/site.ts';

/**
 * ED9: a walk over editions on one running site. What 将会改变 and the comparison tell of each is held against what the
 * site answers once it is published. WALK_STEPS and WALK_SEED make another walk.
 */
const ORIGIN = 'http://localhost';
const MAIN = '000100020001';
const NEWS = `${MAIN}0002`;
const BOND = 'bond-investment';
const PLACES = 'walk-places';

/** The register of the walk, in one of its forms: titles, columns, and what leaves in files. */
const placesIn = (form: number): RegisterDefinition => ({
  schemaVersion: 1,
  register: PLACES,
  title: form % 3 === 0 ? '开放日地点' : '投资者开放日地点',
  endpoints: [],
  department: '办公室',
  key: ['placeNo'],
  fields: {
    placeNo: { title: '编号', type: 'text', required: true },
    placeName: { title: form % 2 === 0 ? '地点' : '会议室', type: 'text', required: form % 5 === 0 },
    floor: { title: '楼层', type: 'text', ...(form % 4 === 1 && { export: false }) },
  },
  columns: form % 4 === 2 ? ['placeName', 'placeNo'] : ['placeNo', 'placeName', 'floor'],
  filters: [],
  order: ['placeNo'],
  ...(form % 7 === 6 && { onDemand: true, filters: [{ field: 'placeNo' }] }),
});

let site: TestSite;
let writer: Hand;
let ask: Awaited<ReturnType<typeof consoleOf>>;
beforeAll(async () => {
  site = await startSite({
    demo: false,
    siteUrl: ORIGIN,
    changes: [
      ...smallWorld().filter(
        (change) =>
          (change.kind !== 'setting' || change.id === 'site') &&
          (change.kind !== 'article' || change.withdraw || !/^第(?![12]条)/.test(change.document.title)),
      ),
      channel(`${MAIN}0003`, 'businessSector', '业务板块', { classOrder: 3 }),
      channel(`${MAIN}00030001`, 'businessSector/investBank', '投资银行'),
      channel(`${MAIN}0005`, 'serve', '客户服务', { classOrder: 5 }),
      channel(`${MAIN}00050001`, 'serve/help', '帮助中心'),
      channel(`${SECTION}0005`, 'publicChannel/bondInvestment', '债券投资交易人员', { type: 2, classOrder: 5 }),
      channel(`${SECTION}0009`, 'publicChannel/places', '开放日', { type: 2, classOrder: 9 }),
      { kind: 'register', document: placesIn(0) },
    ] as Change[],
  });
  writer = await hand(site, '栏目管理甲', [{ role: 'channel-admin', channelId: '' }]);
  ask = await consoleOf(site, writer, ORIGIN);
});
afterAll(() => site.end());

const KINDS = [
  'channel',
  'filled channel',
  'rename',
  'move address',
  'move below',
  'hide',
  'same as',
  'end',
  'end anew',
  'article',
  'article title',
  'article moves',
  'article ends',
  'article again',
  'rows',
  'bond rows',
  'definition',
  'page',
  'firm',
  'old addresses',
  'old addresses',
  'old addresses',
] as const;
type Move = { what: (typeof KINDS)[number]; a: number; b: number };

let count = 0;
const ended: string[] = [];
const withdrawn: { articleId: number; channelId: string }[] = [];

async function changesOf({ what, a, b }: Move): Promise<Change[]> {
  const now = await site.deps.siteAt('now');
  const pick = <T>(list: readonly T[], at = a): T => list[at % list.length]!;
  const own = now.channels.filter(({ channelId, url }) => channelId.length > 12 && url !== '' && !isExternal(url));
  const originals = own.filter(({ sameAs }) => sameAs === null);
  const one = pick(own);
  const n = ++count;
  const written = (more: object): Change => {
    const { contentKind: _kind, sameAs, ...fields } = one;
    return { kind: 'channel', document: { ...fields, ...(sameAs !== null && { sameAs }), ...more } } as Change;
  };
  const parents = [MAIN, NEWS, SECTION, `${MAIN}0005`, one.channelId];
  const fresh = () =>
    channel(`${pick(parents)}${1000 + n}`, `walk/c${n}`, `新栏目${n}`, {
      parentId: pick(parents),
      type: b % 2 === 0 ? 1 : 2,
      classOrder: b % 40,
      hidden: b % 7 === 0,
    });
  const publicArticles = async () =>
    site.database.db
      .selectFrom('article')
      .select(['article_id', 'channel_id', 'title'])
      .where('public_to', 'is', null)
      .orderBy('article_id', 'desc')
      .limit(12)
      .execute();
  switch (what) {
    case 'channel':
      return [fresh()];
    case 'filled channel': {
      const made = fresh() as Extract<Change, { kind: 'channel' }> & { document: { channelId: string } };
      return [made, article(made.document.channelId, `开篇${n}`, b % 3 === 0 ? { content: '' } : {})];
    }
    case 'rename':
      return [written({ name: `改名${n}` })];
    case 'move address':
      return [written({ url: `walk/m${n}`, moves: true })];
    case 'move below':
      return [written({ parentId: pick(own, b).channelId, classOrder: b % 40 })];
    case 'hide':
      return [written({ hidden: !one.hidden })];
    case 'same as':
      return [
        { ...channel(`${SECTION}${1000 + n}`, `walk/s${n}`, `同栏目${n}`, { sameAs: pick(originals, b).channelId }) },
      ];
    case 'end':
      return [
        {
          kind: 'channel',
          id: one.channelId,
          withdraw: { reason: '停用。', ...(b % 2 === 0 && { successor: `/${pick(own, b).url}` }) },
        },
      ];
    case 'end anew':
      return ended.length === 0
        ? []
        : [{ kind: 'channel', id: pick(ended), withdraw: { reason: '仍停用。', successor: '/news/company' } }];
    case 'article':
      return [article(pick(originals).channelId, `文章${n}`, b % 4 === 0 ? { content: '' } : {})];
    case 'article title':
    case 'article moves':
    case 'article ends': {
      const { article_id, channel_id, title } = pick(await publicArticles(), b);
      if (what === 'article title') return [article(channel_id, `改题${n}`, { articleId: article_id })];
      if (what === 'article moves') return [article(pick(originals).channelId, title, { articleId: article_id })];
      const successor = b % 2 === 0 ? { successor: `/${one.url}` } : {};
      return [{ kind: 'article', id: String(article_id), withdraw: { reason: '过期。', ...successor } }];
    }
    case 'article again': {
      const back = withdrawn.length > 0 ? pick(withdrawn) : undefined;
      return back ? [article(back.channelId, `再发${n}`, { articleId: back.articleId })] : [];
    }
    case 'rows':
      return [
        rowsOf(
          now.registers.get(PLACES)!,
          Array.from({ length: b % 4 }, (_, at) => ({
            placeNo: `P${at}`,
            placeName: `会议室${(a + at) % 5}`,
            floor: `${(a * at) % 3}层`,
          })),
        ),
      ];
    case 'bond rows':
      return [rowsOf(now.registers.get(BOND)!, b % 3 === 0 ? [] : [{ ...BOND_TRADER, staffName: `示例${b}` }])];
    case 'definition':
      return [{ kind: 'register', document: placesIn(a) }];
    case 'page':
      return [pageOf(a, b, b % 3 === 0 ? one.channelId : `${SECTION}0009`, n)];
    case 'firm':
      return [
        {
          kind: 'setting',
          id: 'site',
          document: {
            name: `证券${b % 3}`,
            englishName: '',
            hotline: '95500',
            department: '',
            ...(a % 2 === 0 && { login: { test: 'https://login.example/' } }),
          },
        },
      ];
    case 'old addresses': {
      const remaining = [...now.oldAddresses.to]
        .filter((_, at) => (a + at) % 4 !== 0)
        .map(([from, to]) => `${from} ${to.slice(SITE_BASE.length) || '/'}`);
      const { article_id, channel_id } = pick(await publicArticles(), b);
      const fresh = [
        `/old/${a % 5}.html /${one.url}`,
        `/old/index.asp?id=${b} /`,
        `/old/index.asp?page=2&id=${b} /${one.url}`,
        `/old/show_${n}.shtml ${now.articlePath(channel_id, article_id)}`,
        `${SITE_BASE}/walk/c${n + 2} /${one.url}`,
        `${SITE_BASE}/walk/old${n} /${one.url}`,
      ].filter((_, at) => (b >> at) % 2 === 0);
      const lines = [
        ...fresh,
        ...remaining.filter((line) => !fresh.some((own) => own.split(' ')[0] === line.split(' ')[0])),
      ];
      return [{ kind: 'setting', id: 'old.addresses', document: { hosts: [], lines } }] as Change[];
    }
  }
}

const rowsOf = (definition: RegisterDefinition, rows: object[]): Change =>
  ({ kind: 'rows', document: { definition, rows, dataDate: '2026-11-01', department: '办公室' } }) as Change;

/** A page of a channel: of the walk's register, of links alone, or of a note under a title of its own. */
const pageOf = (a: number, b: number, channelId: string, n: number): Change =>
  ({
    kind: 'page',
    id: channelId === `${SECTION}0009` ? 'walk-places' : `walk-${channelId}`.toLowerCase(),
    document: {
      schemaVersion: 1,
      page: channelId === `${SECTION}0009` ? 'walk-places' : `walk-${channelId}`.toLowerCase(),
      for: { channel: channelId },
      layout: 'channel',
      ...(a % 3 === 0 && { title: `页面${n}` }),
      blocks: [
        [
          {
            id: 'rows',
            place: 'main',
            widget: 'register-table',
            source: { name: 'register', params: { register: PLACES } },
          },
        ],
        [
          { id: 'content', place: 'main', widget: 'channel-content', source: { name: 'channel-content' } },
          {
            id: 'ways',
            place: 'bottom',
            widget: 'feature-list',
            props: { features: [{ title: '公告', text: '', path: '/news/company' }] },
          },
        ],
        [{ id: 'note', place: 'main', widget: 'rich-note', props: { title: '说明', paragraphs: ['说明。'] } }],
      ][b % 3],
    },
  }) as unknown as Change;

/** Rows of the file as the comparison tells that they will be. */
function rowsAfter(before: Seen, comparison: Comparison, definition: RegisterDefinition): string[][] {
  const { register } = definition;
  const cellsOf = (row: object | undefined): string[] =>
    exportedFields(definition).map((name) => String((row as Record<string, unknown> | undefined)?.[name] ?? ''));
  const rows = sorted(before.tables.get(register)!.rows);
  const rowCounts = comparison.subjects.find(({ subject }) => subject === `rows:${register}`)?.rows;
  for (const { how, before: was, after } of rowCounts?.list ?? []) {
    const [old = []] = sorted([cellsOf(was)]);
    const at = rows.findIndex((cells) => cells.join('\n') === old.join('\n'));
    if (how !== 'added') rows.splice(at, 1);
    if (how !== 'removed') rows.push(cellsOf(after));
  }
  return sorted(rows);
}

/** In no order, without empty cells. */
const sorted = (rows: readonly string[][]): string[][] =>
  rows
    .map((cells) => cells.filter((cell) => cell !== '').toSorted())
    .toSorted((x, y) => (x.join('\n') < y.join('\n') ? -1 : 1));

const refusals: string[] = [];

/** Publishes one edition, or none where it would be refused. @returns what differs from what was announced */
async function step(before: Seen, moves: readonly Move[]): Promise<{ seen: Seen; differences: string[] } | null> {
  const changes: Change[] = [];
  const subjects = new Set<string>();
  for (const move of moves)
    for (const change of await changesOf(move)) {
      const document = change.document as { channelId?: string; articleId?: number; register?: string } | undefined;
      const isNew = change.kind === 'article' && document?.articleId === undefined && !change.withdraw;
      const subject = `${change.kind} ${change.id ?? document?.articleId ?? document?.channelId ?? ''} ${isNew ? changes.length : ''}`;
      if (!subjects.has(subject)) changes.push(change);
      subjects.add(subject);
    }
  if (changes.length === 0) return null;
  const { editionId, version } = await draftBy(site, writer, changes);
  const { data: plan, msg } = await ask('GET', `/editions/${editionId}/channel-plan`);
  if (!plan) throw new Error(msg);
  const { data: comparison } = await ask('GET', `/editions/${editionId}/compare?from=public&to=${version}`);
  const { data: check } = await ask('GET', `/editions/${editionId}/check`);
  if (check.problems.length > 0) {
    refusals.push(check.problems[0].message);
    return null;
  }
  const was = new Map((await site.deps.siteAt('now')).channels.map((one) => [one.channelId, one]));
  const articles = await site.database.db
    .selectFrom('article')
    .select(['article_id', 'channel_id'])
    .where('public_to', 'is', null)
    .execute();
  const published = await site.publish('走查', changes).catch((error: unknown) => {
    if (!(error instanceof PublicationRefused)) throw error;
    refusals.push(error.message);
    return null;
  });
  if (!published) return null;
  const newIds = changes.flatMap((change, at) =>
    change.kind === 'article' && !change.withdraw && change.document.articleId === undefined
      ? [published.articleIds[at]!]
      : [],
  );
  const after = await seen([...before.addresses.keys()]);
  const expected = announced(before, plan as ChannelPlan, newIds);
  tellOfMoved(expected.addresses, before, changes, was);
  for (const change of changes) {
    if (change.kind === 'channel' && change.withdraw) ended.push(change.id);
    if (change.kind === 'article' && change.withdraw)
      withdrawn.push({
        articleId: Number(change.id),
        channelId: articles.find(({ article_id }) => article_id === Number(change.id))!.channel_id,
      });
  }
  const differences: string[] = [];
  const compare = (what: string, rowCounts: unknown, found: unknown): void => {
    if (JSON.stringify(rowCounts) !== JSON.stringify(found))
      differences.push(`${what}: told ${JSON.stringify(rowCounts)}, found ${JSON.stringify(found)}`);
  };
  compare('name of the site', expected.siteName, after.siteName);
  for (const path of new Set([...expected.addresses.keys(), ...after.addresses.keys()]))
    compare(path, expected.addresses.get(path) ?? NOTHING, after.addresses.get(path) ?? NOTHING);
  for (const title of new Set([...expected.menus.keys(), ...after.menus.keys()]))
    compare(title, expected.menus.get(title) ?? [], after.menus.get(title) ?? []);
  for (const [title, found] of after.parts) compare(title, expected.parts.get(title), found);
  compare('channels in menus', expected.listed, after.listed);
  for (const [register, { rows, ...table }] of after.tables) {
    compare(register, expected.tables.get(register), table);
    const definition = (await site.deps.siteAt('now')).registers.get(register)!;
    const rowCounts = rowsAfter(before, comparison as Comparison, definition);
    if (table.file && before.tables.get(register)!.file && table.csv.join() === before.tables.get(register)!.csv.join())
      compare(`rows of ${register}`, rowCounts, sorted(rows));
  }
  return {
    seen: after,
    differences: differences.map((words) => `${words}\n    by ${JSON.stringify(changes).slice(0, 600)}`),
  };
}

const NOTHING = { kind: 'nothing' };

/** RT9, told in words: articles of a channel that moves are found at its new address, those of one that ends are gone. */
function tellOfMoved(
  expected: Seen['addresses'],
  before: Seen,
  changes: readonly Change[],
  was: ReadonlyMap<string, { url: string }>,
): void {
  for (const change of changes) {
    if (change.kind !== 'channel') continue;
    const channelId = change.withdraw ? change.id : change.document.channelId;
    const old = was.get(channelId);
    const url = change.withdraw ? undefined : change.document.url;
    if (!old || old.url === url) continue;
    for (const [path, answer] of before.addresses) {
      if (!path.startsWith(detailsOf(old.url))) continue;
      const moved = url === undefined ? undefined : path.replace(detailsOf(old.url), detailsOf(url));
      if (answer.kind === 'page' && moved !== undefined) {
        const now = expected.get(path)!;
        expected.set(path, { kind: 'redirect', to: moved });
        expected.set(moved, now);
      } else if (answer.kind === 'page') expected.set(path, { kind: 'gone' });
    }
  }
  // addresses that an article had earlier follow it, also of one that comes again after it was withdrawn
  for (const change of changes) {
    const id = change.kind === 'article' && !change.withdraw ? change.document.articleId : undefined;
    if (id === undefined) continue;
    const isIts = (path: string): boolean => path.endsWith(`/detail/${id}`);
    const [to] = [...expected].find(([path, { kind }]) => kind === 'page' && isIts(path)) ?? [];
    for (const path of to === undefined ? [] : before.addresses.keys())
      if (isIts(path) && expected.get(path)?.kind === 'gone') expected.set(path, { kind: 'redirect', to: to! });
  }
  for (const [path, answer] of before.addresses) {
    if (isFormer(path)) continue;
    const then = answer.kind === 'redirect' && answer.to.includes('/detail/') ? expected.get(answer.to) : undefined;
    if (then && then.kind !== 'page' && expected.get(path) === answer) expected.set(path, then);
  }
}

const seen = (also: Iterable<string>): Promise<Seen> => look(site, { also, who: writer, registers: [PLACES, BOND] });

const steps = Number(process.env.WALK_STEPS ?? tries(6, 150));
test(
  `[ED9] [SU22] what was announced of ${steps} random editions is what the site answers afterwards`,
  { timeout: 3_600_000 },
  async () => {
    const move = fc.record({ what: fc.constantFrom(...KINDS), a: fc.nat(999), b: fc.nat(999) });
    const walk = fc.array(fc.array(move, { minLength: 1, maxLength: 3 }), {
      minLength: steps * 2,
      maxLength: steps * 2,
    });
    const [editions] = fc.sample(walk, { numRuns: 1, seed: Number(process.env.WALK_SEED ?? 20_261_127) });
    let before = await seen([]);
    let done = 0;
    const differences: string[] = [];
    for (const moves of editions!) {
      if (done === steps) break;
      const made = await step(before, moves);
      if (!made) continue;
      done += 1;
      before = made.seen;
      differences.push(...made.differences);
    }
    expect(differences).toEqual([]);
    expect(done).toBeGreaterThan(steps / 2);
    proved({
      fault: 'random editions on one site',
      tries: done,
      outcome: `nothing differs between what was announced and what the site answers; ${refusals.length} drafts were refused`,
    });
  },
);
