import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorker, type EditionWorker } from '#server/editions/worker/open-worker.ts';
import { publish } from '#server/store/publication/publish.ts';
import { rowComparer } from '#server/store/rows/row-order.ts';
import { verifyLog } from '#server/store/publication/verify-log.ts';
import { checkEdition } from '#server/editions/review/check-edition.ts';
import { differingRows } from '#kinds/rows/server/differing-rows.ts';
import { getDraft } from '#server/editions/edition-row.ts';
import { publishEdition } from '#server/editions/publish/publish-edition.ts';
import { approveEdition } from '#server/editions/review/review-edition.ts';
import { inParts, storeRows } from '#kinds/rows/server/row-sets.ts';
import { newestPublication } from '#server/editions/publish/public-revisions.ts';
import { submitEdition } from '#server/editions/review/submit-edition.ts';
import { PublicationRefused, RowProblems } from '#server/store/publication/publication-problems.ts';
import { packError, unpackError } from '#server/editions/worker/carried-error.ts';
import { StoreFull } from '#server/db/free-space.ts';
import { errors, isStoreAway, Refused } from '#server/errors.ts';
import { approvalOf, consoleOf, hand, publishContextOf, type Hand } from '../world/editions.ts';
import { tries } from '../world/proof.ts';
import { channel, PAGES_DIR, SECTION, smallWorld, startSite, type TestSite } from '../world/site.ts';

const ORIGIN = 'http://localhost';
const NAME = 'bond-investment';
const PAGE = '/swhysc/publicChannel/bond';
const MANY = tries(3_000, 20_000);
const FACTS = { dataDate: '2026-11-20', department: '固定收益总部' };

let site: TestSite;
let worker: EditionWorker;
let [writer, reviewer, publisher]: Hand[] = [];
let ask: Record<'writer' | 'reviewer' | 'publisher', Awaited<ReturnType<typeof consoleOf>>>;

async function begin(): Promise<void> {
  site = await startSite({
    siteUrl: ORIGIN,
    changes: [...smallWorld(), channel(`${SECTION}0005`, 'publicChannel/bond', '债券投资交易人员', { classOrder: 5 })],
  });
  worker = openWorker({ reach: site.database.reach, pagesDir: PAGES_DIR, filesDir: site.filesDir, onCrash: () => {} });
  [writer, reviewer, publisher] = [
    await hand(site, '编辑甲', [{ role: 'editor', channelId: '' }]),
    await hand(site, '审核乙', [{ role: 'reviewer', channelId: '' }]),
    await hand(site, '发布丙', [{ role: 'publisher', channelId: '' }]),
  ];
  ask = {
    writer: await consoleOf(site, writer, ORIGIN),
    reviewer: await consoleOf(site, reviewer, ORIGIN),
    publisher: await consoleOf(site, publisher, ORIGIN),
  };
}
beforeAll(begin);
afterAll(async () => {
  await worker.end();
  await site.end();
});

const number = (at: number): string => String(100_000 + at);
const row = (at: number, more: object = {}) => ({
  department: `第${at % 7}部`,
  bizLine: '自营',
  staffName: `示例${at}`,
  post: '交易员',
  employeeNo: number(at),
  certNo: `S${String(at).padStart(13, '0')}`,
  status: '在岗',
  ...more,
});
const rowsTo = (count: number) => Array.from({ length: count }, (_, at) => row(at));
const definition = async () => (await site.deps.siteAt('now')).registers.get(NAME)!;
const publishRows = async (rows: object[]) =>
  site.publish('公示', [{ kind: 'rows', document: { definition: await definition(), rows: rows as never, ...FACTS } }]);

/** A draft of these rows, which stand apart. */
async function draftOf(rows: object[], base?: string): Promise<{ editionId: number; version: number }> {
  const rowSet = await storeRows(site.database.db, NAME, inParts(rows as never));
  const { data } = await ask.writer('POST', '/editions', {
    title: '名单',
    changes: [{ kind: 'rows', document: { definition: await definition(), rowSet, ...FACTS } }],
    ...(base !== undefined && { base: { [`rows:${NAME}`]: base } }),
  });
  return data;
}

async function approved(edition: {
  editionId: number;
  version: number;
}): Promise<{ editionId: number; version: number }> {
  await submitEdition(publishContextOf(site), writer!, edition);
  await approveEdition(site.database.db, reviewer!, edition);
  return edition;
}

const isWaiting = async (): Promise<boolean> =>
  (
    await site.database.owner.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and application_name like '% worker'",
    )
  ).rowCount === 1;

/** Nobody publishes while `work` runs. */
async function whileLogIsHeld<T>(work: () => Promise<T>): Promise<T> {
  const holder = await site.database.connectAsOwner('holder');
  await holder.query('begin; lock table publication in share row exclusive mode');
  try {
    return await work();
  } finally {
    await holder.end();
  }
}

const publicRows = () =>
  site.database.db
    .selectFrom('register_row')
    .select(['key', 'data', 'sort_no'])
    .where('register', '=', NAME)
    .where('public_to', 'is', null)
    .orderBy('sort_no')
    .execute();

describe('a register of many rows', () => {
  test('is published by a thread of its own: who asks for a page after that began is answered before it ends', async () => {
    await publishRows([row(1)]);
    const edition = await approved(await draftOf(rowsTo(MANY)));
    const order: string[] = [];
    const publishing = await whileLogIsHeld(async () => {
      const answer = ask
        .publisher('POST', `/editions/${edition.editionId}/publish`, { version: edition.version })
        .then((done) => (order.push('published'), done));
      await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true);
      const page = await site.get(`${PAGE}?pageSize=30`);
      order.push('page');
      expect([page.status, page.html.includes('示例1'), page.html.includes(`示例${MANY - 1}`)]).toEqual([
        200,
        true,
        false,
      ]);
      return { answer };
    });
    expect((await publishing.answer).status).toBe(200);
    expect(order).toEqual(['page', 'published']);
    expect((await site.get(`${PAGE}?fuzzyItem=${number(MANY - 1)}`)).html).toContain(`示例${MANY - 1}`);
    expect((await ask.writer('GET', `/registers/${NAME}`)).data.rows).toBe(MANY);
  }, 180_000);

  test('that cannot be published is refused in the same words as where it is checked here', async () => {
    await publishRows([row(1)]);
    const edition = await draftOf([...rowsTo(3_000), row(5), row(9_999, { certNo: 'S1' })]);
    const draft = await getDraft(site.database.db, edition.editionId, 1);
    const here = await checkEdition(publishContextOf(site), draft);
    expect(here.map(({ row: place, field }) => `${place} ${field}`)).toEqual(['3001 employeeNo', '3002 certNo']);
    expect(await checkEdition({ ...publishContextOf(site), runInWorker: worker.by('test') }, draft)).toEqual(here);
    const refusal = (publishContext: Parameters<typeof submitEdition>[0]) =>
      submitEdition(publishContext, writer!, edition).then(
        () => null,
        (error: unknown) => error as Refused,
      );
    const [mine, theirs] = [
      await refusal(publishContextOf(site)),
      await refusal({ ...publishContextOf(site), runInWorker: worker.by('test') }),
    ];
    expect(theirs).toBeInstanceOf(Refused);
    expect({ ...theirs, message: theirs!.message }).toEqual({ ...mine, message: mine!.message });
    const outdated = await draftOf(rowsTo(2_500), '0');
    const response = await ask.writer('POST', `/editions/${outdated.editionId}/submit`, { version: 1 });
    expect([response.status, response.code, response.data.subjects]).toEqual([
      409,
      errors.editionOutdated.code,
      [`rows:${NAME}`],
    ]);
  });

  test('is checked without a row being written, so that a check keeps the log for a moment only', async () => {
    await publishRows([row(1)]);
    const edition = await draftOf(rowsTo(2_500).slice(2));
    const draft = await getDraft(site.database.db, edition.editionId, 1);
    const holder = await site.database.connectAsOwner('holder');
    // the closing of the row waits
    await holder.query('begin');
    await holder.query('select 1 from register_row where register = $1 and public_to is null for update', [NAME]);
    expect(await checkEdition({ ...publishContextOf(site), runInWorker: worker.by('test') }, draft)).toEqual([]);
    await holder.end();
    expect(await publicRows()).toHaveLength(1);
  });

  test('is not published by a server that stops meanwhile: the edition stays approved, and nothing half done', async () => {
    await publishRows([row(1)]);
    const edition = await approved(await draftOf(rowsTo(2_500)));
    const alone = openWorker({
      reach: site.database.reach,
      pagesDir: PAGES_DIR,
      filesDir: site.filesDir,
      onCrash: (error) => expect.fail(String(error)),
    });
    const publishContext = { ...publishContextOf(site), runInWorker: alone.by('test') };
    const outcome = await whileLogIsHeld(async () => {
      const publishing = publishEdition(publishContext, publisher!, edition).catch(
        (error: unknown) => error as Refused,
      );
      await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true);
      await alone.end();
      return publishing;
    });
    expect([outcome instanceof Refused, (outcome as Refused).code]).toEqual([true, errors.storeAway.code]);
    await expect(publishEdition(publishContext, publisher!, edition)).rejects.toMatchObject({
      code: errors.storeAway.code,
    });
    expect((await ask.writer('GET', `/editions/${edition.editionId}`)).data.state).toBe('approved');
    expect(await publicRows()).toHaveLength(1);
  });

  test('that does not fit into the memory of its thread is told in words, and the server goes on', async () => {
    const crashes: unknown[] = [];
    const narrow = openWorker({
      reach: site.database.reach,
      pagesDir: PAGES_DIR,
      filesDir: site.filesDir,
      memory: 12,
      onCrash: (error) => crashes.push(error),
    });
    await expect(narrow.by('test')('check', { title: '名单', changes: [] })).rejects.toMatchObject({
      name: 'Refused',
      code: errors.internal.code,
      message: expect.stringContaining('内存不够'),
    });
    expect(crashes).toMatchObject([{ code: 'ERR_WORKER_OUT_OF_MEMORY' }]);
    await narrow.end();
  });

  test('what goes wrong on the way to another thread arrives as what it was', async () => {
    const problems = [{ change: 0, message: '第1行“姓名”不能为空' }];
    const rows = [
      { register: NAME, row: 1, field: 'staffName', value: null, message: problems[0]!.message, expected: '必填' },
    ];
    const over = (error: unknown) => unpackError(structuredClone(packError(error)));
    for (const error of [
      new Refused('editionOutdated', undefined, { subjects: ['page:home'] }),
      new PublicationRefused(problems),
      new RowProblems(rows, problems),
      new StoreFull(5),
    ]) {
      const arrived = over(error);
      expect(arrived.constructor).toBe(error.constructor);
      expect({ ...arrived, message: arrived.message }).toEqual({ ...error, message: error.message });
    }
    const nowhere = openWorker({
      reach: { target: { host: '/nowhere', user: 'nobody' }, engine: 'external' },
      pagesDir: PAGES_DIR,
      filesDir: '',
      onCrash: () => {},
    });
    const away = await nowhere
      .by('test')('check', { title: '', changes: [] })
      .catch((error: unknown) => error);
    expect(isStoreAway(away)).toBe(true);
    await nowhere.end();
  });
});

describe('rows that differ alone', () => {
  /** A change of single rows, published; what a publication of all rows would change afterwards. */
  async function published(changes: object[]): Promise<void> {
    const { mark } = (await ask.writer('GET', `/registers/${NAME}`)).data;
    const { data: made, msg } = await ask.writer('POST', `/registers/${NAME}/row-changes`, { changes, ...FACTS, mark });
    expect(msg).toBe('');
    await approved(made);
    const differing = await differingRows(
      site.database.db,
      (await getDraft(site.database.db, made.editionId, 1)).changes,
    );
    expect(differing).toMatchObject({
      document: { rows: { length: changes.filter((change) => 'row' in change).length } },
    });
    // they fit by themselves: nothing is told of the whole register
    await publish(
      site.database,
      { title: '改动', writtenBy: '甲', approvedBy: '乙', changes: [differing!] },
      { commit: false },
    );
    await publishEdition(publishContextOf(site), publisher!, made);
    const touched = await publish(
      site.database,
      {
        title: '全部',
        writtenBy: '甲',
        approvedBy: '乙',
        changes: [
          {
            kind: 'rows',
            document: { definition: await definition(), rows: (await publicRows()).map(({ data }) => data), ...FACTS },
          },
        ],
      },
      {
        commit: false,
        inspect: async (trx, { no }) => {
          const rows = await trx
            .selectFrom('register_row')
            .select('key')
            .where((eb) => eb.or([eb('opened_in', '=', no), eb('closed_in', '=', no)]))
            .execute();
          return rows.map(({ key }) => ({ change: 0, message: key }));
        },
      },
    ).then(
      () => [],
      (error: PublicationRefused) => error.problems,
    );
    expect(touched).toEqual([]);
  }

  test('are published as all rows would be: each in its place, found by search, proved by the log', async () => {
    await publishRows(rowsTo(2_400));
    await published([
      { row: row(9_000, { department: '第3部' }) },
      { key: [number(12)], row: row(12, { staffName: '改名' }) },
      { key: [number(13)], row: row(13, { department: '第0部' }) },
      { key: [number(14)] },
    ]);
    await published([
      { key: [number(9_000)] },
      { key: [number(15)], row: row(8_000) },
      ...Array.from({ length: 30 }, (_, at) => ({ row: row(5_000 + at, { department: '第9部' }) })),
    ]);
    await published([
      { key: [number(5_003)] },
      { key: [number(8_000)], row: row(8_000, { staffName: '再改' }) },
      { row: row(14) },
    ]);
    const rows = await publicRows();
    expect(rows).toHaveLength(2_400 + 30 - 1);
    const compare = rowComparer(await definition());
    expect(rows.filter(({ data }, at) => at > 0 && compare(rows[at - 1]!.data, data) > 0)).toEqual([]);
    expect(new Set(rows.map(({ sort_no }) => sort_no)).size).toBe(rows.length);
    expect(
      (
        await ask.writer(
          'GET',
          `/registers/${NAME}/rows?filters=${encodeURIComponent(JSON.stringify({ fuzzyItem: '再改' }))}`,
        )
      ).data,
    ).toMatchObject({ total: 1, list: [{ key: [number(8_000)] }] });
    expect((await ask.writer('GET', `/registers/${NAME}`)).data.rows).toBe(rows.length);
    expect(await verifyLog(site.database.db)).toEqual([]);
  }, 180_000);

  test('what was published meanwhile, or otherwise than it is known, has all rows gone through', async () => {
    await publishRows(rowsTo(2_400));
    const { mark } = (await ask.writer('GET', `/registers/${NAME}`)).data;
    const { data: made } = await ask.writer('POST', `/registers/${NAME}/row-changes`, {
      changes: [{ key: [number(12)], row: row(12, { staffName: '改名' }) }],
      ...FACTS,
      mark,
    });
    await publishRows([...rowsTo(2_399), row(7_000)]);
    const { changes } = await getDraft(site.database.db, made.editionId, 1);
    expect(await differingRows(site.database.db, changes)).toBeNull();
    const emergency = await ask.publisher('POST', `/editions/${made.editionId}/emergency`, {
      ...(await approvalOf(ask.publisher, { editionId: made.editionId, version: 1 })),
      note: '交易系统故障，须立即告知',
    });
    expect(emergency.msg).toBe('');
    const names = (await publicRows()).map(({ data }) => data.staffName);
    expect([names.length, names.includes('改名'), names.includes('示例7000'), names.includes('示例2399')]).toEqual([
      2_400,
      true,
      false,
      true,
    ]);
    expect(await verifyLog(site.database.db)).toEqual([]);
  });

  test('a preview shows the changed row among those that are public, and a roll back brings the former rows back', async () => {
    await publishRows(rowsTo(2_400));
    const before = await newestPublication(site.database.db);
    const { mark } = (await ask.writer('GET', `/registers/${NAME}`)).data;
    const { data: made } = await ask.writer('POST', `/registers/${NAME}/row-changes`, {
      changes: [{ key: [number(2_399)], row: row(2_399, { staffName: '改名' }) }],
      ...FACTS,
      mark,
    });
    const path = encodeURIComponent(`/publicChannel/bond?fuzzyItem=${number(2_399)}`);
    expect((await ask.writer('GET', `/editions/${made.editionId}/page?path=${path}`)).body).toContain('改名');
    for (const [who, step] of [
      ['writer', 'submit'],
      ['reviewer', 'approve'],
      ['publisher', 'publish'],
    ] as const)
      expect((await ask[who]('POST', `/editions/${made.editionId}/${step}`, { version: 1 })).msg).toBe('');
    const { data: back } = await ask.writer('POST', '/editions/roll-back', {
      no: before,
      subjects: [`rows:${NAME}`],
    });
    expect(
      (await ask.writer('GET', `/editions/${back.editionId}/compare?from=public&to=1`)).data.subjects[0].rows,
    ).toMatchObject({
      added: 0,
      changed: 1,
      removed: 0,
      list: [{ before: { staffName: '改名' }, after: { staffName: '示例2399' } }],
    });
  });
});
