import type { Rhythm } from '#rules/editions/rhythm.ts';
import type { TemplateDocument } from './template.ts';

/** Answers of the console's calls about templates of articles (TP4 to TP7), known to both ends. */

export interface TemplateLine {
  templateId: number;
  name: string;
  channelId: string;
  /** null: no regular editions */
  rhythm: Rhythm | null;
  /** name of the person to whom editions are proposed; '' for whoever may write for the channel */
  responsible: string;
  /** its parts that are gone, in words: it can be used by hand */
  gone: string[];
  mayChange: boolean;
  changedBy: string;
  /** ISO 8601 */
  changedAt: string;
}

export interface TemplateView extends TemplateLine {
  version: number;
  document: TemplateDocument;
  /** null: whoever may write for the channel */
  staffId: number | null;
  isChannelGone: boolean;
}

/** A person who may write for a channel. */
export interface TemplatePerson {
  staffId: number;
  name: string;
}
