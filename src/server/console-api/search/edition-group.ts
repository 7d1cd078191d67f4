import type { FoundGroup, FoundThing } from '#wire/search-answers.ts';
import { findEditionsHolding, type EditionHolding } from '../../editions/search-editions.ts';
import { excerptOf } from '../../store/search/mark-hits.ts';
import { dayOf, fullText, groupOf, marked, placeOf, type Looking } from './looking.ts';

/** CS3: editions on their way that the person may read. */
export async function findEditionGroup(looking: Looking): Promise<FoundGroup> {
  const { context, terms, reach } = looking;
  const { list, more } = await findEditionsHolding(context.db, terms, reach);
  const as = ({ editionId, title, state, version, changedAt, createdBy, texts }: EditionHolding): FoundThing => {
    const [first] = texts;
    return {
      id: String(editionId),
      state,
      title: marked(title, looking),
      place: placeOf(createdBy, dayOf(changedAt), `第 ${version} 版`),
      excerpt: first ? [...marked(`${first.label}：`, { terms: [] }), ...excerptOf(first.text, terms)] : [],
      details: texts.flatMap(({ label, text }) => fullText(label, text, looking)),
      to: `/editions/${editionId}`,
      sitePath: '',
    };
  };
  return groupOf('editions', looking, list, as, { more });
}
