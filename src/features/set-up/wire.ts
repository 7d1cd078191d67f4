import type { StarterName } from '#kinds/channel/server/starters.ts';
import type { OpenEdition } from '#wire/console-answers.ts';
import type { SetUpStageName, SetUpStageState } from './set-up-stages.ts';

/** Answers about how far a site is set up (SU4, SU5, SU9). */

/** SU5: one of the things that a site needs to be fit for the public. */
export interface SetUpStep {
  title: string;
  words: string;
  isDone: boolean;
  /** a site does without it */
  isOptional?: true;
  /** stage where the work is done */
  stage: SetUpStageName;
}

/** SU9: a stage of setting up. */
export interface SetUpStage {
  name: SetUpStageName;
  state: SetUpStageState;
  /** editions under way that belong to it, newest first; [] for readers who may not read drafts of the whole site */
  editions: Pick<OpenEdition, 'editionId' | 'title' | 'state'>[];
}

export interface SetUpAnswer {
  steps: SetUpStep[];
  stages: SetUpStage[];
  /** none once there are channels */
  starters: StarterLine[];
  /** whether visitors see the site */
  isShown: boolean;
}

/** SU4: channels that a new site may begin with. */
export interface StarterLine {
  name: StarterName;
  title: string;
  about: string;
  /** number of channels */
  channels: number;
}
