import { readRegister } from '#page/check-register.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import type { Site } from '#server/site/site.ts';

/** Whether a definition is what stands of its register; as it was written it says the same as with its defaults. */
export function isStanding({ registers }: Pick<Site, 'registers'>, definition: RegisterDefinition): boolean {
  const standing = registers.get(definition.register);
  return (
    standing !== undefined &&
    canonicalJson(readRegister(definition).register) === canonicalJson(readRegister(standing).register)
  );
}
