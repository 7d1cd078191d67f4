import type { FeatureCalls } from '#features/calls.ts';
import type { ServerFeature } from '#features/server-feature.ts';
import { serverFeatures } from '#features/server.ts';
import { accountCalls } from './account-calls.ts';
import { channelCalls } from './channel-calls.ts';
import { contentCalls } from './content-calls.ts';
import type { Checked, ConsoleCall, RoutedCall } from './define-console-call.ts';
import { definitionCalls } from './definition-calls.ts';
import { fileCalls } from './file-calls.ts';
import { pastCalls } from './past-calls.ts';
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
import { recordCalls } from './record-calls.ts';
import { settingCalls } from './setting-calls.ts';
import { setUpCalls } from './set-up-calls.ts';
import { siteCalls } from './site-calls.ts';
import { takeUpCalls } from './take-up-calls.ts';
import { wizardCalls } from './wizard-calls.ts';

/** Those of core, by method and path. */
const coreCalls = {
  ...accountCalls,
  ...channelCalls,
  ...contentCalls,
  ...editionCalls,
  ...editionStepCalls,
  ...definitionCalls,
  ...fileCalls,
  ...registerCalls,
  ...registerRowCalls,
  ...pageCalls,
  ...peopleCalls,
  ...pastCalls,
  ...galleryCalls,
  ...importCalls,
  ...previewCalls,
  ...recordCalls,
  ...referenceCalls,
  ...settingCalls,
  ...setUpCalls,
  ...siteCalls,
  ...takeUpCalls,
  ...wizardCalls,
};
export type ConsoleCalls = Checked<typeof coreCalls> & FeatureCalls;

/** Every call of a console with these features. */
export const callsOf = (features: Readonly<Record<string, ServerFeature>>): readonly RoutedCall[] =>
  [coreCalls, ...Object.values(features).map(({ calls = {} }) => calls)].flatMap((some) =>
    Object.entries<ConsoleCall>(some).map(([name, call]) => {
      const [method, path] = name.split(' ') as [RoutedCall['method'], string];
      return { ...call, method, path };
    }),
  );

/** Every call of the console. */
export const consoleCalls = callsOf(serverFeatures);
