import type { ArticleDocument } from '#kinds/article/index.ts';

export type Attachment = NonNullable<ArticleDocument['attachments']>[number];

/** Problems of a draft: by pointer where its form is wrong, else in words. */
export interface DraftProblem {
  message: string;
  pointer?: string;
}
