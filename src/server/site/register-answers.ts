import type { RegisterDefinition } from '#page/register-schema.ts';
import { exportedFields, registerView } from '#page/register-view.ts';
import { paths } from '#wire/paths.ts';

/** Whether there is a file of the whole register, once it is published and shown. */
export const hasWholeFile = (definition: RegisterDefinition, isUpstream: (path: string) => boolean): boolean =>
  !definition.onDemand && exportedFields(definition).length > 0 && !isElsewhere(definition, isUpstream);

/** WR7: whether another system answers for the register. */
export function isElsewhere(definition: RegisterDefinition, isUpstream: (path: string) => boolean): boolean {
  const { endpoint } = registerView(definition);
  return isUpstream(endpoint) && !endpoint.startsWith(`${paths.register}/`);
}
