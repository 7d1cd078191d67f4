import { readRegister } from '#page/check-register.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import type { Site } from '#server/site/site.ts';

/** Whether a definition is the current one of its register; defaults that are left out make no difference. */
export function isCurrentDefinition({ registers }: Pick<Site, 'registers'>, definition: RegisterDefinition): boolean {
  const current = registers.get(definition.register);
  return (
    current !== undefined &&
    canonicalJson(readRegister(definition).register) === canonicalJson(readRegister(current).register)
  );
}
