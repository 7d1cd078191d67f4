import type { FeatureCalls } from '#features/calls.ts';
import { serverFeatures } from '#features/server.ts';
import { accountCalls } from './account-calls.ts';
import { benchCalls } from './bench-calls.ts';
import { channelCalls } from './channel-calls.ts';
import { contentCalls } from './content-calls.ts';
import type { Checked, ConsoleCall, RoutedCall } from './define-console-call.ts';
import { definitionCalls } from './definition-calls.ts';
import { fileCalls } from './file-calls.ts';
import { mediaCalls } from './media-calls.ts';
import { pastCalls } from './past-calls.ts';
import { formDraftCalls } from './form-draft-calls.ts';
import { galleryCalls } from './gallery-calls.ts';
import { editionCalls } from './edition-calls.ts';
import { editionStepCalls } from './edition-step-calls.ts';
import { importCalls } from './import-calls.ts';
import { previewCalls } from './preview-calls.ts';
import { referenceCalls } from './reference-calls.ts';
import { registerCalls } from './register-calls.ts';
import { registerRowCalls } from './register-row-calls.ts';
import { pageCalls } from './page-calls.ts';
import { peopleCalls } from './people-calls.ts';
import { providerCalls } from './provider-calls.ts';
import { recordCalls } from './record-calls.ts';
import { searchCalls } from './search-calls.ts';
import { settingCalls } from './setting-calls.ts';
import { siteCalls } from './site-calls.ts';
import { substitutionCalls } from './substitution-calls.ts';
import { takeUpCalls } from './take-up-calls.ts';
import { wizardCalls } from './wizard-calls.ts';
import { workCalls } from './work-calls.ts';

/** Calls of core, by method and path. */
const coreCalls = {
  ...accountCalls,
  ...benchCalls,
  ...channelCalls,
  ...contentCalls,
  ...editionCalls,
  ...editionStepCalls,
  ...definitionCalls,
  ...fileCalls,
  ...formDraftCalls,
  ...registerCalls,
  ...registerRowCalls,
  ...pageCalls,
  ...peopleCalls,
  ...providerCalls,
  ...mediaCalls,
  ...pastCalls,
  ...galleryCalls,
  ...importCalls,
  ...previewCalls,
  ...recordCalls,
  ...referenceCalls,
  ...searchCalls,
  ...settingCalls,
  ...siteCalls,
  ...substitutionCalls,
  ...takeUpCalls,
  ...wizardCalls,
  ...workCalls,
};
export type ConsoleCalls = Checked<typeof coreCalls> & FeatureCalls;

/** Every call of the console, those of features included. */
export const consoleCalls: readonly RoutedCall[] = [
  coreCalls,
  ...Object.values(serverFeatures).map(({ calls = {} }) => calls),
].flatMap((some) =>
  Object.entries<ConsoleCall>(some).map(([name, call]) => {
    const [method, path] = name.split(' ') as [RoutedCall['method'], string];
    return { ...call, method, path };
  }),
);
