/** A typed text without what came along when it was copied: zero-width characters and marks of direction. */
export const withoutFormat = (text: string): string => text.replace(/\p{Cf}/gu, '');
