import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readWords } from '#cli/command.ts';
import { importSite } from '#features/transfer/cli/commands.ts';
import { readImportSiteOptions } from '#features/transfer/cli/import-site-options.ts';
import { runCommand, startCommand } from '../world/command.ts';
import { accept, exportFrom, publishIn, twoEnvironments, type Environment } from '../world/transfer.ts';
import { channel, SECTION } from '../world/site.ts';

const exchange = twoEnvironments([]);

const cli = (name: string) => join(import.meta.dirname, `../../src/features/transfer/cli/${name}.ts`);
const settings = ({ site, dataDir }: Environment) => ({ DATA_DIR: dataDir, DATABASE_URL: site.database.url });
const command = (environment: Environment, name: 'export-site' | 'import-site', ...args: string[]) =>
  runCommand(cli(name), args, settings(environment));

test('[BE1] [BE2] [BE3] by commands: a key, a file, what differs in words, a draft of it', async () => {
  const path = join(exchange.folder, 'site');
  const key = await command(exchange.production, 'export-site', '--key');
  expect(key).toEqual({ code: 0, out: `${exchange.production.key}\n`, err: '' });
  expect(await command(exchange.production, 'export-site', path)).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^The file \S+site: 13 things, no articles, no rows, 0 stored files of 0\.0 MB, signed with the key /,
    ),
  });
  const stranger = await command(exchange.trial, 'import-site', path);
  expect([stranger.code, stranger.out]).toEqual([1, '']);
  expect(stranger.err).toContain('is signed with a key that this environment does not know');

  await accept(exchange.trial, [{ name: '生产环境', key: key.out.trim() }]);
  const dry = await startCommand(cli('import-site'), [path, '--without', 'setting:site'], settings(exchange.trial));
  expect([dry.code, dry.err]).toEqual([0, '']);
  expect(dry.out).toMatch(
    /^The file \S+site: from 生产环境, as of \S+; 13 things, 0 stored files; its signature and all hashes are right\.\n/,
  );
  expect(dry.out).toContain(`new: 栏目“遗失声明” (channel:${SECTION}0003)\n`);
  expect(dry.out).toContain('new: 设置 机构信息 (setting:site), left out\n');
  expect(dry.out).toMatch(/13 differ, 0 are the same; an edition would bring 12\.\n$/);

  const stopped = await command(exchange.trial, 'import-site', path, '--save', '--by', exchange.trial.reviewer.account);
  expect([stopped.code, stopped.err]).toEqual([
    2,
    `The account ${exchange.trial.reviewer.account} lacks for the whole site: 撰写内容, 管理栏目, 修改设置. Name another account, or have it given a role with these rights.\n`,
  ]);
  const saved = await command(exchange.trial, 'import-site', path, '--save', '--by', exchange.trial.writer.account);
  expect([saved.code, saved.err]).toEqual([0, '']);
  const [, edition] = /Edition (\d+) \(从生产环境导入（\d{4}-\d\d-\d\d）\) is a draft with 13 things: /.exec(
    saved.out,
  )!;
  expect(saved.out).not.toContain('To be mended');
  expect((await command(exchange.trial, 'import-site', path)).out).toContain(
    `Edition ${edition} of an earlier import is neither published nor discarded: nothing more is saved before that.`,
  );
  await publishIn(exchange.trial, Number(edition));
  expect((await command(exchange.trial, 'import-site', path)).out).toMatch(/\nNothing differs\.\n$/);
  expect(
    (await command(exchange.trial, 'import-site', path, '--save', '--by', exchange.trial.writer.account)).out,
  ).toMatch(/\nNothing differs that was to be taken: no edition was made\.\n$/);
});

test('[BE4] by commands: a clash is told with its title, and taken where it is named', async () => {
  const named = (name: string) => [
    channel(`${SECTION}0003`, 'publicChannel/lossStatement', name, { type: 2, classOrder: 3 }),
  ];
  await exchange.trial.site.publish('试', named('遗失（试）'));
  await exchange.production.site.publish('产', named('遗失（产）'));
  const path = await exportFrom(exchange.production, exchange.folder, []);
  const subject = `channel:${SECTION}0003`;
  const dry = await command(exchange.trial, 'import-site', path);
  expect(dry.out).toContain(
    `CLASH: 栏目“遗失（产）” (${subject}): both sides have changed it, or each has made its own. It is left out; --take ${subject} takes it\n    名称：“遗失（试）” → “遗失（产）”\n`,
  );
  expect(dry.out).toMatch(/an edition would bring 0\.\n$/);
  const taken = await command(exchange.trial, 'import-site', path, '--take', subject);
  expect(taken.out).toContain(
    `CLASH: 栏目“遗失（产）” (${subject}), both sides have their own, and the file’s is taken\n`,
  );
  expect(taken.out).toMatch(/an edition would bring 1\.\n$/);
  const unknown = await command(exchange.trial, 'import-site', path, '--take', 'page:nothing');
  expect([unknown.code, unknown.err.split('.')[0]]).toEqual([2, 'The file has no thing page:nothing']);
});

test('[BE3] a command that cannot be understood says how it is used', async () => {
  for (const [args, sentence] of [
    [[], 'A word is missing.'],
    [['a', 'b'], '“b” is too much.'],
    [['--nothing'], 'There is no option --nothing.'],
    [['a', '--save'], '--save and --by ACCOUNT go together'],
    [['a', '--by', 'li.min'], '--save and --by ACCOUNT go together'],
  ] as const)
    expect(() => readImportSiteOptions(readWords(importSite, [...args])), args.join(' ')).toThrow(sentence);
  for (const name of ['export-site', 'import-site'] as const)
    expect(await command(exchange.trial, name)).toMatchObject({
      code: 2,
      err: expect.stringContaining(name === 'export-site' ? 'Name one file' : `Usage\n  npm run ${name} -- FILE`),
    });
});
