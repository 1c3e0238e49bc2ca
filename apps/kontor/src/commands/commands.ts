import type { Group } from '../command.js';
import { blockAgreement } from './agreement/block.js';
import { makeAgreement } from './agreement/create.js';
import { listAgreements } from './agreement/list.js';
import { markAgreementForDeletion } from './agreement/mark-for-deletion.js';
import { showAgreement } from './agreement/show.js';
import { unblockAgreement } from './agreement/unblock.js';
import { exportBooks } from './export.js';
import { importBooks } from './import.js';
import { listGrants } from './grant/list.js';
import { revokeGrant } from './grant/revoke.js';
import { listen } from './listen/listen.js';
import { migrateCommand } from './migrate.js';
import { restoredCommand } from './restored.js';
import { sandbox } from './sandbox.js';
import { verify } from './verify.js';

/** Every command. */
export const commands: Group = {
  name: 'kontor',
  says: 'looks after the agreements and the database of Kontor',
  members: [
    sandbox,
    {
      name: 'agreement',
      says: 'makes, shows and blocks agreements',
      members: [
        makeAgreement,
        listAgreements,
        showAgreement,
        blockAgreement,
        unblockAgreement,
        markAgreementForDeletion,
      ],
    },
    {
      name: 'grant',
      says: 'shows and revokes the grants of an agreement',
      members: [listGrants, revokeGrant],
    },
    listen,
    migrateCommand,
    restoredCommand,
    verify,
    exportBooks,
    importBooks,
  ],
};
