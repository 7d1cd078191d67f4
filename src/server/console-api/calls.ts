import { accountCalls } from './account-calls.ts';
import { contentCalls } from './content-calls.ts';
import type { ConsoleCall } from './define-console-call.ts';
import { pastCalls } from './past-calls.ts';
import { galleryCalls } from './gallery-calls.ts';
import { editionCalls } from './edition-calls.ts';
import { editionStepCalls } from './edition-step-calls.ts';
import { peopleCalls } from './people-calls.ts';
import { recordCalls } from './record-calls.ts';
import { siteCalls } from './site-calls.ts';

/** Every call of the console. */
export const consoleCalls: readonly ConsoleCall[] = [...accountCalls, ...contentCalls, ...editionCalls, ...editionStepCalls, ...peopleCalls, ...pastCalls, ...galleryCalls, ...recordCalls, ...siteCalls];
