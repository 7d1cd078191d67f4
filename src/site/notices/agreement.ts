/** AG6: whether the browser keeps an agreement to the texts that are public now; start-consent.ts says so on the body. */
export const isAgreed = (): boolean => document.body.hasAttribute('data-agreed');

/** @param changed told what the visitor is to be told, '' for nothing @returns how to stop */
export function onAgreement(changed: (told: string) => void): () => void {
  const listen = ({ detail }: CustomEvent<string>): void => changed(detail);
  document.addEventListener('site:agreement', listen);
  return () => document.removeEventListener('site:agreement', listen);
}
