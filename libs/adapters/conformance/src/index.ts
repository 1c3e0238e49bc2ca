export { authenticatorCode } from './authenticator-code.js';
// What tests run on
export { asked } from './asked.js';
export { builtProgram } from './built-program.js';
export { oncePerRun } from './once-per-run.js';
export { filledAlike } from './filled-alike.js';
export { rowsAlike } from './rows-alike.js';
export { restore } from './restore.js';
export { throwAwayServer, type ThrowAwayServer } from './throw-away-server.js';
export { Receiver, until, type Received } from './receiver.js';
export { faultProxy, type FaultProxy } from './fault-proxy.js';
export { codesIn, person, unescaped, type Entries, type Person, type Seen } from './person.js';
export { onEachDatabase, testDatabases, type FreshDatabase, type TestDatabase } from './test-databases.js';
export {
  decimal,
  gift,
  insistently,
  given,
  reading,
  refusal,
  sortBy,
  within,
  type DatabaseUnderTest,
  type OpenDatabase,
  type OpenedDatabase,
} from './opened.js';
export { Sample } from './sample.resource.js';
// The samples of documents
export { codeBlocksIn, type CodeBlock } from './code-blocks.js';
// One suite a port
export { resourceRepositoryConformance } from './resource-repository.conformance.js';
export { queryConformance } from './query.conformance.js';
export { pageConformance } from './page.conformance.js';
export { collectionVersionConformance } from './collection-version.conformance.js';
export { unitOfWorkConformance } from './unit-of-work.conformance.js';
export { eventFeedConformance } from './event-feed.conformance.js';
export { idempotencyConformance } from './idempotency.conformance.js';
export { studioConformance } from './studio.conformance.js';
export { aliasLayerConformance } from './alias-layer.conformance.js';
// Whether answers are as the API is described
export { schemaCompiler } from './schema-compiler.js';
export { answerCheck, type AnswerCheck, type Heard } from './valid-answers.js';
