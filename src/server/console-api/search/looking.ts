import type { MarkedText } from '#page/data-shapes.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import type { FoundGroup, FoundThing, SearchGroup } from '#wire/search-answers.ts';
import type { Site } from '../../site/site.ts';
import { excerptOf, markHits } from '../../store/search/mark-hits.ts';
import type { SignedIn } from '../define-console-call.ts';

/** One search of one person. */
export interface Looking {
  context: SignedIn;
  /** folded; each stands in what is found */
  terms: readonly string[];
  /** the same as one, as it was typed */
  phrase: string;
  /** channels whose content the person may read; null: all */
  reach: readonly string[] | null;
  /** hits that are answered of a group */
  most: number;
}

/** characters of a long text beside the list */
const FULL = 600;

/**
 * CS1: one group of an answer. Only those that are answered have their words marked, which takes longer than finding
 * them. @param total absent: as many as there are
 */
export const groupOf = <Thing>(
  group: SearchGroup,
  { most }: Pick<Looking, 'most'>,
  things: readonly Thing[],
  as: (thing: Thing) => FoundThing,
  { total = things.length, more = false } = {},
): FoundGroup => ({ group, total, more, list: things.slice(0, most).map(as) });

export const marked = (text: string, { terms }: Pick<Looking, 'terms'>): MarkedText[] => markHits(text, terms);

/** A long text beside the list. */
export const fullText = (label: string, text: string, { terms }: Pick<Looking, 'terms'>): FoundThing['details'] =>
  text === '' ? [] : [{ label, text: excerptOf(text, terms, FULL) }];

/** '信息公告 / 公司公告': a channel from the top, where it is public. */
export function channelNames(site: Pick<Site, 'channel'>, channelId: string): string {
  const line: string[] = [];
  for (let at = site.channel(channelId); at && line.length < 20; at = site.channel(at.parentId)) line.unshift(at.name);
  // the name of the tree says nothing beside that of a channel in it
  return line.slice(line.length > 1 ? 1 : 0).join(' / ');
}

export const dayOf = (moment: Date): string => shanghaiDate(moment.getTime());

/** Parts of a place that say something. */
export const placeOf = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** '?words=…' and others that say something. */
export const queryOf = (params: Readonly<Record<string, string>>): string =>
  `?${new URLSearchParams(params).toString()}`;
