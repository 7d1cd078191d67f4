import { accountCalls } from './account-calls.ts';
import { channelCalls } from './channel-calls.ts';
import { contentCalls } from './content-calls.ts';
import type { CallsByName, ConsoleCall, RoutedCall } from './define-console-call.ts';
import { definitionCalls } from './definition-calls.ts';
import { feedCalls } from './feed-calls.ts';
import { fileCalls } from './file-calls.ts';
import { pastCalls } from './past-calls.ts';
import { galleryCalls } from './gallery-calls.ts';
import { movingInCalls } from './moving-in-calls.ts';
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
import { transferCalls } from './transfer-calls.ts';
import { wizardCalls } from './wizard-calls.ts';

/** By method and path. */
const calls = {
  ...accountCalls,
  ...channelCalls,
  ...contentCalls,
  ...editionCalls,
  ...editionStepCalls,
  ...definitionCalls,
  ...feedCalls,
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
  ...movingInCalls,
  ...transferCalls,
  ...wizardCalls,
};
export type ConsoleCalls = typeof calls;

/** Every call of the console. */
export const consoleCalls: readonly RoutedCall[] = Object.entries<ConsoleCall>(
  calls satisfies CallsByName<keyof typeof calls>,
).map(([name, call]) => {
  const [method, path] = name.split(' ') as [RoutedCall['method'], string];
  return { ...call, method, path };
});
