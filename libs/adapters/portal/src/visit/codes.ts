import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';

const STEP_MS = 30_000;
const SECRET_BYTES = 20;
/** Clocks of phones are a little off: the code before and the one after count as well. */
const STEPS_OFF = 1;
const RECOVERY_CODES = 10;
/** Without letters and digits that are taken for one another. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A secret that an app on the phone can share, in base32. */
export function newCodeSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

function totpOf(secret: string, issuer: string, label: string): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret) });
}

/** The address that the app reads, from a QR code or by a touch. */
export function otpAuthAddress(secret: string, issuer: string, userName: string): string {
  return totpOf(secret, issuer, userName).toString();
}

/** The 30 seconds, counted from 1970, whose code this is; undefined for none of now. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const off = totpOf(secret, '', 'code').validate({ token: code, timestamp, window: STEPS_OFF });
  return off === null ? undefined : Math.floor(timestamp / STEP_MS) + off;
}

/** Codes for the day on which the phone is lost: ten letters and digits of 49 random bits each. */
export function newRecoveryCodes(): readonly string[] {
  const letter = (byte: number): string => LETTERS[byte % LETTERS.length] ?? '';
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = [...randomBytes(10)].map(letter).join('');
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });
}

/**
 * A code as it is compared, of an app or for recovery: case, spaces, hyphens and signs that nobody sees do
 * not count, nor does the width of its digits.
 */
export function plainCode(code: string): string {
  return code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

/** The dark modules of a QR code as the path of an SVG, and how wide it is. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { path, size };
}
