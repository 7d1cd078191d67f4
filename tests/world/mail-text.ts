/** The text of a mail as an SMTP server got it: nodemailer writes base64 or quoted-printable. */
export function mailText(raw: string): string {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  return /base64/i.test(head) ? Buffer.from(body, 'base64').toString('utf8') : unquoted(body);
}

const unquoted = (text: string): string =>
  Buffer.from(
    text.replace(/=\r\n/g, '').replace(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    'latin1',
  ).toString('utf8');
