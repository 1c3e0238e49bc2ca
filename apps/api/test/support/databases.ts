// Both databases, found by the rules that every suite follows.
export {
  testDatabases,
  type FreshDatabase as TestDatabase,
  type TestDatabase as TestDatabases,
} from '@kontor/conformance';
