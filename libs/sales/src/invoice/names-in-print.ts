import { merge } from '@kontor/kernel';
import type { BookedInvoice } from './booked-invoice.resource.js';

/** An invoice that is booked keeps what its payment terms and units are called then: that stands in print. */
export function keptForPrint(invoice: BookedInvoice): BookedInvoice {
  const lines = invoice.lines.map((line) => merge(line, { unitInPrint: line.unit?.name }));
  return merge(invoice, { paymentTermsInPrint: invoice.paymentTerms.name, lines });
}

/**
 * A booked invoice under the names that it was sent with. Of what was booked before these were kept they are
 * the present ones.
 */
export function asSent(invoice: BookedInvoice): BookedInvoice {
  const { paymentTerms, paymentTermsInPrint: name } = invoice;
  const lines = invoice.lines.map((line) => {
    const { unit, unitInPrint } = line;
    return unit === undefined || unitInPrint === undefined
      ? line
      : { ...line, unit: { ...unit, name: unitInPrint } };
  });
  return { ...invoice, lines, paymentTerms: name === undefined ? paymentTerms : { ...paymentTerms, name } };
}
