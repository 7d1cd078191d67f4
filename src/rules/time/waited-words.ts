const MINUTE = 60_000;

/** '1 天 3 小时', '21 小时', '12 分': how long something has waited, in its two largest units. @param now milliseconds */
export function waitedWords(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / MINUTE));
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24];
  if (days > 0) return hours > 0 ? `${days} 天 ${hours} 小时` : `${days} 天`;
  if (hours > 0) return minutes % 60 > 0 && hours < 6 ? `${hours} 小时 ${minutes % 60} 分` : `${hours} 小时`;
  return minutes > 0 ? `${minutes} 分` : '不到 1 分';
}
