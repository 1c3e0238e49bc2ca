/** Who runs the service, as people are told: settings of the operator's own. */
export type Operator = {
  readonly name: string;
  readonly imprintUrl?: string | undefined;
  readonly termsUrl?: string | undefined;
  readonly privacyUrl?: string | undefined;
};

/** The operator where the configuration names none. */
export const NO_OPERATOR: Operator = { name: 'Kontor' };

/** A mail as plain text. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** Hands a mail over; throws where that does not work. */
export type SendMail = (mail: Mail) => Promise<void>;
