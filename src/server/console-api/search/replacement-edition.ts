import type { Change } from '#kinds/index.ts';
import type { MadeEdition } from '#wire/edition-answers.ts';
import { createEdition } from '../../editions/draft/create-edition.ts';
import { knowPublic } from '../../editions/publish/know-public.ts';
import { Refused } from '../../errors.ts';
import type { SignedIn } from '../define-console-call.ts';
import { readOwnDraft } from '../own-draft.ts';
import type { Touched } from './replacement.ts';

interface Chosen {
  title: string;
  touched: readonly Touched[];
  /** ids of places */
  places: ReadonlySet<string>;
  /** marks of the public content that was seen */
  base: Record<string, string>;
  /** field of the form that a refusal is about */
  field: string;
}

/**
 * CS6, ML8: one edition in which the chosen places say something else.
 * @throws Refused where none of them is there any more, or something was published meanwhile
 */
export async function createReplacement(
  { title, touched, places, base, field }: Chosen,
  context: SignedIn,
): Promise<MadeEdition> {
  const changes: Change[] = [];
  for (const one of touched) if (one.places.some(({ id }) => places.has(id))) changes.push(await one.changed(places));
  if (changes.length === 0) throw new Refused('invalidInput', '选中的地方都已改变，请重新查找', { field });
  const read = await readOwnDraft({ title: title.slice(0, 200).toWellFormed(), changes }, {}, context);
  await knowPublic(context.publishContext, read);
  const { editionId, version } = await createEdition(context.db, context.site, context.actor, read, base);
  return { editionId, version };
}
