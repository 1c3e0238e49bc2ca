import type { Context } from 'koa';

/** What a page does beyond showing itself. */
export type Openness = {
  /** Where, beside here, a form of the page may end. */
  readonly formEndsAt?: string | undefined;
  /** Its scripts ask the API; its forms are sent by them and end nowhere. */
  readonly asksTheApi?: true;
  /** Its script loads what it searches, and makes no markup of it. */
  readonly searchesItself?: true;
};

/**
 * Nothing from elsewhere, nothing inline, in nobody's frame, kept by nobody, and no address of ours told to
 * anybody: a grant token may be in the address that a person is sent to.
 */
export function setSecurityHeaders(
  ctx: Context,
  { formEndsAt, asksTheApi, searchesItself }: Openness = {},
): void {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    `form-action ${asksTheApi === true ? "'none'" : formAction(formEndsAt)}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    // A page that shows what others wrote, and keeps tokens: its text can never become markup or script.
    ...(asksTheApi === true || searchesItself === true
      ? ["connect-src 'self'", "require-trusted-types-for 'script'", "trusted-types 'none'"]
      : []),
  ];
  ctx.set('Content-Security-Policy', policy.join('; '));
  ctx.set('Referrer-Policy', 'no-referrer');
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('X-Frame-Options', 'DENY');
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
  ctx.set('Cross-Origin-Opener-Policy', 'same-origin');
  ctx.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=()');
  ctx.set('Cache-Control', 'no-store');
}

/**
 * Browsers hold every redirect after a form against this list, also those that the app makes of its
 * own, to hosts that nobody here knows. So the one form that ends at an app allows the app's scheme;
 * where it leads was checked before it was shown.
 */
function formAction(formEndsAt: string | undefined): string {
  if (formEndsAt === undefined) return "'self'";
  return formEndsAt.toLowerCase().startsWith('http:') ? "'self' https: http:" : "'self' https:";
}
