/**
 * The outer form of a change (acts.ts) as it comes from JSON, with times as text: what its fields may hold is checked
 * by
 * `publish` itself. Drafts of the console and acts from files differ in how they name attachments and definitions.
 */
import type { Change } from './acts.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };

/** An object of these fields and no others. */
export const objectOf = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
  additionalProperties: false,
});

const channel = objectOf(
  { channelId: text, parentId: text, classOrder: integer, url: text, name: text, type: { enum: [1, 2] } },
  { sameAs: text, department: text, hidden: { type: 'boolean' }, freshness: text, moves: { type: 'boolean' } },
);
export const releaseStructure = objectOf({ version: text, platform: text, date: text, note: text });
/** Rows of a register. */
export const rowsStructure = {
  type: 'array',
  items: { type: 'object', additionalProperties: { type: ['string', 'number', 'null'] } },
};

/** By kind, without the field `kind`. */
export function changeStructures({
  attachment,
  definition,
}: {
  attachment: object;
  definition: object;
}): Record<Change['kind'], object> {
  const article = objectOf(
    { channelId: text, title: text, contentTime: text },
    {
      articleId: integer,
      summary: text,
      content: text,
      source: text,
      topFlag: { enum: [0, 1] },
      image: text,
      riskLevel: text,
      category: text,
      topic: text,
      tags: { type: 'array', items: text },
      attachments: { type: 'array', items: attachment },
    },
  );
  return {
    channel: objectOf({ channel }),
    'channel-retired': objectOf({ channelId: text, reason: text }, { successor: text }),
    article: objectOf({ article }),
    'article-withdrawn': objectOf({ articleId: integer, reason: text }, { successor: text }),
    register: objectOf({ definition, dataDate: text, department: text, rows: rowsStructure }),
    page: objectOf({ page: text, document: { type: 'object' } }),
    setting: objectOf({ name: text, value: {} }, { plan: objectOf({ at: text }, { after: integer }) }),
  };
}

/** A day alone or a time without zone would mean another moment on another machine. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

export const isMoment = (value: string): boolean => TIME.test(value) && !Number.isNaN(Date.parse(value));
