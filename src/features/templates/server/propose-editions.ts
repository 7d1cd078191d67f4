import { article } from '#kinds/article/index.ts';
import { rhythmDays } from '#rules/editions/rhythm.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { Db } from '#server/db/tables.ts';
import { addEdition } from '#server/editions/draft/create-edition.ts';
import { readDraft } from '#server/editions/draft/draft-changes.ts';
import type { Actor } from '#server/people/staff/audit.ts';
import type { Site } from '#server/site/site.ts';
import { fillTemplate } from '../template.ts';
import { getTemplate, goneIn } from './stored-templates.ts';

const CLOCK: Actor = { staffId: null, account: '', address: '' };
/** TP7: days that are made up after a time in which no server ran, the newest ones */
const MOST_MADE_UP = 12;

interface Means {
  db: Db;
  site: Site;
  /** milliseconds since 1970 */
  now: number;
}

/**
 * TP7: proposes a draft of each template on each day of its rhythm, once on all servers. Days that nobody saw to are made
 * up. A template whose channel is gone waits until somebody has chosen another.
 * @returns ids of the editions
 */
export async function proposeEditions({ db, site, now }: Means): Promise<number[]> {
  const today = shanghaiDate(now);
  const due = await db
    .selectFrom('article_template')
    .select('template_id')
    .where('rhythm', 'is not', null)
    .where('removed_at', 'is', null)
    .where('proposed_to', '<', today)
    .orderBy('template_id')
    .execute();
  const proposed: number[] = [];
  const failures: unknown[] = [];
  for (const { template_id } of due)
    try {
      proposed.push(...(await proposeOf({ db, site, now }, template_id, today)));
    } catch (error) {
      // one that fails holds up no other
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
  return proposed;
}

const proposeOf = ({ db, site }: Means, templateId: number, today: string): Promise<number[]> =>
  db.transaction().execute(async (trx) => {
    // the second of two servers finds it locked, or done
    const locked = await trx
      .selectFrom('article_template')
      .select('template_id')
      .where('template_id', '=', templateId)
      .where('removed_at', 'is', null)
      .where('proposed_to', '<', today)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!locked) return [];
    const template = await getTemplate(trx, templateId);
    const { rhythm, channel_id, name, proposed_to } = template;
    if (rhythm === null || !site.channel(channel_id)) return [];
    const days = rhythmDays(rhythm, { after: proposed_to!, until: today, most: MOST_MADE_UP });
    const staffId = await activePerson(trx, template.staff_id);
    const editions: number[] = [];
    for (const day of days) {
      const title = `${name}（${day}）`;
      const document = fillTemplate(template.document, {}, channel_id);
      const draft = await readDraft({ title, changes: [{ kind: article.name, document }] });
      const gone = goneIn(template, site);
      const note = [`按模板“${name}”，${day} 应有一份`, ...gone].join('；');
      const { editionId } = await addEdition(trx, CLOCK, { draft, channelIds: [channel_id], base: {}, note });
      await trx
        .insertInto('edition_proposal')
        .values({ edition_id: editionId, template_id: templateId, day, staff_id: staffId })
        .execute();
      editions.push(editionId);
    }
    await trx
      .updateTable('article_template')
      .set({ proposed_to: today })
      .where('template_id', '=', templateId)
      .execute();
    return editions;
  });

/** The person, as long as the account is in use; null: whoever may write for the channel. */
async function activePerson(db: Db, staffId: number | null): Promise<number | null> {
  if (staffId === null) return null;
  const found = await db
    .selectFrom('staff')
    .select('staff_id')
    .where('staff_id', '=', staffId)
    .where('state', '=', 'active')
    .executeTakeFirst();
  return found?.staff_id ?? null;
}
