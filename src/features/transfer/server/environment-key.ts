import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TransferNotBegun } from '#server/editions/draft/transfer-refused.ts';

/** Keys with which an environment signs. The private half stays in its file. */
export interface EnvironmentKey {
  /** the public half: 32 bytes in base64url */
  publicKey: string;
  /** @returns base64url */
  sign: (digest: Buffer) => string;
}

const FILE = 'environment.key';

/**
 * BE2: the key of this environment, made when it is first needed, in a file of DATA_DIR that its owner alone reads. It
 * is in no table, so that no backup and no export has it.
 * @throws TransferNotBegun where the file holds something else
 */
export function environmentKey(dataDir: string): EnvironmentKey {
  const path = join(dataDir, FILE);
  const key = readKey(path) ?? makeKey(path);
  return { publicKey: publicHalf(key), sign: (digest) => sign(null, digest, key).toString('base64url') };
}

/** The public half of the key that is there; undefined where nothing was exported from here yet. @throws TransferNotBegun */
export function knownPublicKey(dataDir: string): string | undefined {
  const key = readKey(join(dataDir, FILE));
  return key && publicHalf(key);
}

const publicHalf = (key: KeyObject): string => createPublicKey(key).export({ format: 'jwk' }).x!;

function readKey(path: string): KeyObject | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // refused below
  }
  throw new TransferNotBegun(
    `The file ${path} holds no Ed25519 key in PEM. Put the file of this environment back; or move it away, and a new key is made, which the other environments must be told.`,
    '这个环境的密钥文件不能用，请联系运维人员：把本环境的 environment.key 放回 DATA_DIR，或把它移走，另生成一把',
    undefined,
    `文件 ${path} 不是 PEM 格式的 Ed25519 密钥。请放回本环境的密钥文件；或把它移走，另生成一把，并把新的公钥告诉其他环境。`,
  );
}

function makeKey(path: string): KeyObject {
  const { privateKey } = generateKeyPairSync('ed25519');
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  writeFileSync(path, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx', flush: true });
  return privateKey;
}

/** Whether the holder of a key signed a digest. @param publicKey, signature base64url */
export function isSignedBy(publicKey: string, digest: Buffer, signature: string): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  return verify(null, digest, key, Buffer.from(signature, 'base64url'));
}
