import { resolve } from 'node:path';
import { fitTransfer } from '../transfer-fit.ts';
import { kindOf } from '#kinds/index.ts';
import type { Database } from '#server/db/connect.ts';
import { filesFolder } from '#server/db/data-folder.ts';
import { BROUGHT_LIMITS } from '#server/editions/draft/draft-changes.ts';
import { importIn } from '#server/editions/draft/import-steps.ts';
import { checkEdition } from '#server/editions/review/check-edition.ts';
import { getDraft } from '#server/editions/edition-row.ts';
import { compareExport } from '../server/compare-export.ts';
import { knownPublicKey } from '../server/environment-key.ts';
import { findSenders } from '../server/senders.ts';
import { saveImport } from '../server/save-import.ts';
import { chooseThings, importReport } from './import-report.ts';
import { importSite } from './commands.ts';
import { readImportSiteOptions } from './import-site-options.ts';
import { runAsCommand, type GivenWords } from '#cli/command.ts';
import { printWords } from '#cli/print.ts';
import { EXIT } from '#server/exit-codes.mjs';
import { phrase } from '#server/phrase.mjs';
import { environment, PAGES_DIR, withSite } from '#cli/with-site.ts';
import { findWriter } from '#cli/writer.ts';

/**
 * BE2 to BE4: `import-site FILE` prints how a file of another environment differs from what is public here, and changes
 * nothing. With `--save --by ACCOUNT` it makes a draft of what differs. Exit codes: 0 printed, or saved; 1 the file is
 * not taken; 2 it could not be tried.
 */
async function main(given: GivenWords<typeof importSite.options>): Promise<number> {
  const options = readImportSiteOptions(given);
  const env = environment();
  return withSite(env, async (database, site) => {
    const path = resolve(options.file);
    const { db } = database;
    const senders = await findSenders(db);
    const compared = await compareExport({ db, site, senders, ownKey: knownPublicKey(env.dataDir) }, path);
    const wanted = chooseThings(compared.things, options);
    const { own, separate } = fitTransfer(wanted, BROUGHT_LIMITS);
    const chosen = [...own, ...separate];
    printWords(
      importReport(path, compared, { chosen, waiting: wanted.length - chosen.length, separate: separate.length }),
    );
    if (options.by === null) return EXIT.done;
    const rights = [...new Set(['content.write' as const, ...chosen.flatMap((thing) => kindOf(thing).right ?? [])])];
    const actor = await findWriter(db, options.by, site.channel, { channelIds: [''], rights });
    const filesDir = filesFolder(env.dataDir);
    const edition = await saveImport({ db, site, filesDir, senders, actor, path, compared, chosen });
    await tellSaved(database, edition);
    return EXIT.done;
  });
}

/** articles that are checked together: a thousand with all that comes of them are more than a command should hold */
const CHECKED = 100;

async function tellSaved(database: Database, edition: number | null): Promise<void> {
  if (edition === null)
    return printWords(
      phrase({
        zh: '要导入的没有不同：没有生成稿件。',
        en: 'Nothing differs that was to be taken: no edition was made.',
      }),
    );
  const { title, changes } = await getDraft(database.db, edition, 1);
  const problems = await checkEdition({ db: database.db, pagesDir: PAGES_DIR, stepSize: CHECKED }, { title, changes });
  const imported = importIn(changes);
  const things = imported ? imported.others.length + imported.total : changes.length;
  printWords(
    phrase({
      zh: `已生成稿件 ${edition}（${title}），共 ${things} 项：/console/editions/${edition}。请在那里提交、审核和发布。`,
      en: `Edition ${edition} (${title}) is a draft with ${things} things: /console/editions/${edition}. It is submitted, approved and published there.`,
    }),
  );
  for (const { message } of problems)
    printWords(phrase({ zh: `提交之前要改正：${message}`, en: `To be mended before it can be submitted: ${message}` }));
}

await runAsCommand(importSite, main);
