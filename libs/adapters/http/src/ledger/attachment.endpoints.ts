import { isLeft, right } from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { defined, type AnyValue, integer, line, required } from '@kontor/kernel';
import { numberInPath, parameterOf } from '../endpoint/in-path.js';
import {
  ATTACHMENT_BYTES_MAX,
  ATTACHMENT_TYPES,
  mayChangeAttachment,
  Voucher,
  type AttachedFile,
  type Attachment,
  type FileSeen,
  type AttachmentType,
} from '@kontor/ledger';
import {
  readEndpoint,
  writeEndpoint,
  type Answer,
  type ApiRequest,
  type CurrentState,
  type Endpoint,
} from '../endpoint/endpoint.js';
import { actionTo } from '../endpoint/shown-action.js';
import { NOT_THERE } from '../request/precondition.js';
import type { Services } from '../service/services.js';
import { resourceIn } from './documents.js';

/** §2.8 as amended: where the file behind a voucher is, whether that is a draft or booked. */
const AT_A_VOUCHER = {
  path: `/${Voucher.collection}/:${Voucher.key}/attachment`,
  stability: 'experimental',
  access: ['BookKeeping'],
  needs: 'internationalLedger',
  parameters: parameterOf(Voucher),
  serves: { resource: Voucher, as: 'other' },
} as const;

const OF_A_VOUCHER = [{ resource: Voucher, as: 'item' }] as const;

/**
 * The file that a voucher has: it is held to its bytes, and to the voucher as it was before they were read.
 * What comes in between makes the version of the voucher another, so that nothing is written over it.
 */
async function presentFile(
  { ledger, resources }: Services,
  request: ApiRequest,
): Promise<CurrentState | undefined> {
  const voucherId = numberInPath(request, Voucher);
  const voucher = await resources.of(Voucher).find(voucherId);
  const found = await ledger.fileOf(voucherId)();
  if (isLeft(found) || voucher === undefined) return undefined;
  return { etag: tagOf(found.right), version: voucher.version };
}

function tagOf({ digest }: Attachment): string {
  return `"${digest}"`;
}

const ATTACH = writeEndpoint({
  ...AT_A_VOUCHER,
  method: 'PUT',
  summary: 'Attach a file to a voucher, in the place of one that a draft has.',
  action: { name: 'attach', says: 'Attach a file to this voucher.', shownBy: OF_A_VOUCHER },
  takes: { types: ATTACHMENT_TYPES, mostBytes: ATTACHMENT_BYTES_MAX },
  refuses: ['E10240', 'E10450', 'E10590'],
  current: presentFile,
  gives: {
    object: {
      contentType: required(line({ max: 40 })),
      bytes: required(integer({ min: 1 })),
      sha256: required(line({ max: 64 })),
    },
    hasSelf: true,
    leadsTo: 'file',
  },
  perform: ({ ledger }, request, version) => {
    const { mediaType, ...stored } = defined(request.file);
    const voucherId = numberInPath(request, Voucher);
    return pipe(
      ledger.attachFile({
        voucherId,
        mediaType: mediaType as AttachmentType,
        stored,
        seen: seenBy(version),
      }),
      TE.map((attached) => attachedAnswer(attached, request)),
    );
  },
});

const DETACH = writeEndpoint({
  ...AT_A_VOUCHER,
  method: 'DELETE',
  summary: 'Remove the attachment of a draft voucher.',
  action: {
    name: 'detach',
    says: 'Remove the attachment of this draft.',
    shownBy: [{ resource: resourceIn(Voucher, 'drafts'), as: 'item' }],
  },
  refuses: ['E10450'],
  current: presentFile,
  perform: ({ ledger }, request, version) =>
    pipe(
      ledger.detachFile({ voucherId: numberInPath(request, Voucher), seen: seenBy(version) }),
      TE.map((): Answer => ({ status: 204 })),
    ),
});

/** What a precondition has found: a file that is still to be there, or none. */
function seenBy(version: number | undefined): FileSeen | undefined {
  if (version === undefined) return undefined;
  return version === NOT_THERE ? { hasNone: true } : { version };
}

/** The file of a voucher: read, put in its place, and taken away. */
export function attachmentEndpoints(): readonly Endpoint[] {
  return [attachmentRoute(), ATTACH, DETACH];
}

function attachmentRoute(): Endpoint {
  return readEndpoint({
    ...AT_A_VOUCHER,
    summary: 'Read the attachment of a voucher, as it was sent.',
    answers: ATTACHMENT_TYPES,
    isKept: true,
    perform: async ({ ledger, files }, request) => {
      const voucherId = numberInPath(request, Voucher);
      const found = await ledger.fileOf(voucherId)();
      if (isLeft(found)) return found;
      const { storageKey, mediaType, bytes, digest } = found.right;
      const pieces = files.read(storageKey);
      const name = `voucher-${voucherId}.${EXTENSION[mediaType]}`;
      return right({ status: 200, file: { type: mediaType, name, pieces, length: bytes, digest } });
    },
  });
}

const EXTENSION: Readonly<Record<AttachmentType, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/xml': 'xml',
  'text/xml': 'xml',
};

/** What can be done with the file of a voucher as it is now. */
export function attachmentActions(value: AnyValue, request: ApiRequest): readonly string[] {
  const voucher = value as Voucher;
  if (isLeft(mayChangeAttachment(voucher))) return [];
  const at = { [Voucher.key]: voucher.voucherId };
  const detach = voucher.attachment === undefined ? [] : actionTo(DETACH, request, at);
  return [...actionTo(ATTACH, request, at), ...detach];
}

function attachedAnswer({ attachment, isNew }: AttachedFile, request: ApiRequest): Answer {
  const { mediaType: contentType, bytes, digest: sha256 } = attachment;
  const self = request.links.to(
    AT_A_VOUCHER.path,
    { [Voucher.key]: numberInPath(request, Voucher) },
    request.style,
  );
  const body = JSON.stringify({ contentType, bytes, sha256, self });
  return {
    status: isNew ? 201 : 200,
    body,
    etag: tagOf(attachment),
    ...(isNew && { location: self }),
  };
}
