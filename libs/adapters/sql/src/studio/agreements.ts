import { In } from 'typeorm/find-options/operator/In.js';
import type { Agreement, AgreementRepository, Company } from '@kontor/studio';
import { statementOfQuery, type Entities } from '../entity/entities.js';
import { valueOf, valueUnder } from '../entity/entity.js';
import { inPieces, rowsOf, type Session } from '../statement.js';
import { nextGlobalNumber } from './global-number.js';
import { isInserted, type GlobalWriter } from '../transaction/global-writer.js';
import { AgreementEntity, COMPANY_MEMBERS } from './studio.entities.js';
import { keepFormerCompany } from '../statements/agreements.js';

/** So many rows are named in one statement: from 1,000 on MariaDB makes a table of them. */
const AT_ONCE = 500;

const NOTHING_KNOWN = Object.fromEntries(Object.keys(COMPANY_MEMBERS).map((member) => [member, null]));

/** The agreements of the service, with what their owners say of their company (`AgreementRepository`). */
export function sqlAgreements(writer: GlobalWriter, reader: Session): AgreementRepository {
  const { dialect, entities } = writer;

  async function find(session: Session, agreementNumber: number): Promise<Agreement | undefined> {
    const row = await (await entities.in(AgreementEntity, session)).findOneBy({ agreementNumber });
    return row === null ? undefined : valueOf<Agreement>(row);
  }

  return {
    create: (agreement) =>
      writer.write(async (session) => {
        for (;;) {
          // A number that an agreement of the caller's took (the demo agreement) is passed over.
          const agreementNumber = await nextGlobalNumber(session, dialect, 'agreement');
          if (await insert(writer, session, { ...agreement, agreementNumber }))
            return { ...agreement, agreementNumber };
        }
      }),
    reserve: () =>
      writer.write(async (session) => {
        for (;;) {
          const agreementNumber = await nextGlobalNumber(session, dialect, 'agreement');
          if ((await find(session, agreementNumber)) === undefined) return agreementNumber;
        }
      }),
    ensure: (agreement) =>
      writer.write(async (session) => ({ created: await insert(writer, session, agreement) })),
    find: (agreementNumber) => find(reader, agreementNumber),
    companyOf: async (agreementNumber) => {
      const agreements = await entities.in(AgreementEntity, reader);
      const row = await agreements.findOne({ select: COMPANY_MEMBERS, where: { agreementNumber } });
      return row === null ? {} : valueOf<Company>(row);
    },
    saveCompany: (agreementNumber, company) =>
      writer.writeTo(AgreementEntity, async (agreements, session) => {
        await keepFormer(entities, session, agreementNumber);
        await agreements.update({ agreementNumber }, { ...NOTHING_KNOWN, ...company });
      }),
    logoOf: async (agreementNumber) => {
      const agreements = await entities.in(AgreementEntity, reader);
      const row = await agreements.findOne({ select: { paperLogo: true }, where: { agreementNumber } });
      return row?.paperLogo == null ? undefined : Buffer.from(row.paperLogo, 'base64');
    },
    saveLogo: (agreementNumber, logo) =>
      writer.writeTo(AgreementEntity, async (agreements) => {
        const paperLogo = logo === undefined ? null : Buffer.from(logo).toString('base64');
        await agreements.update({ agreementNumber }, { paperLogo });
      }),
    list: async (of) => {
      const agreements = await entities.in(AgreementEntity, reader);
      const rows = await agreements.find({
        ...(of !== undefined && { where: { administratorNumber: of.administratorNumber } }),
        order: { agreementNumber: 'ASC' },
      });
      return rows.map((row) => valueOf<Agreement>(row));
    },
    hold: holdIn(writer, reader),
    flag: (agreementNumber, flags) =>
      writer.writeTo(AgreementEntity, async (agreements, session) => {
        const changed = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
        if (Object.keys(changed).length > 0) await agreements.update({ agreementNumber }, changed);
        return find(session, agreementNumber);
      }),
  };
}

/** In one order, so that two who hold several never wait for each other. */
function holdIn(writer: GlobalWriter, reader: Session): AgreementRepository['hold'] {
  return async (agreementNumbers) => {
    const agreements = await writer.entities.in(AgreementEntity, reader);
    const found: Agreement[] = [];
    for (const some of inPieces(
      [...new Set(agreementNumbers)].sort((one, next) => one - next),
      AT_ONCE,
    )) {
      const query = agreements.createQueryBuilder('agreement').where({ agreementNumber: In([...some]) });
      const held = writer.toChange(query.orderBy('agreement.agreementNumber', 'ASC'));
      const rows = await rowsOf(reader, statementOfQuery(held));
      found.push(...rows.flatMap((row) => valueUnder<Agreement>(AgreementEntity, row, 'agreement') ?? []));
    }
    return found;
  };
}

/** False where its number is taken. */
async function insert(writer: GlobalWriter, session: Session, agreement: Agreement): Promise<boolean> {
  const agreements = await writer.entities.in(AgreementEntity, session);
  return isInserted(writer, () => agreements.insert(agreement));
}

/** Documents of what is booked go on showing the company as it was (`sellerOf`). */
async function keepFormer(entities: Entities, session: Session, agreementNumber: number): Promise<void> {
  const agreements = await entities.in(AgreementEntity, session);
  const select = { ...COMPANY_MEMBERS, name: true };
  const company = await agreements.findOne({ select, where: { agreementNumber } });
  if (company === null) return;
  // What was changed again since the last invoice has stood on no document.
  await session.run(keepFormerCompany(agreementNumber, JSON.stringify(valueOf(company))));
}
