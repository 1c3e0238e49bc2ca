import {
  aliasLayerConformance,
  collectionVersionConformance,
  eventFeedConformance,
  idempotencyConformance,
  onEachDatabase,
  pageConformance,
  queryConformance,
  resourceRepositoryConformance,
  Sample,
  studioConformance,
  unitOfWorkConformance,
} from '@kontor/conformance';
import { opening } from './support.js';

onEachDatabase((database) => {
  const open = opening(database, { also: [Sample] });

  resourceRepositoryConformance(open);
  queryConformance(open);
  pageConformance(open);
  collectionVersionConformance(open);
  eventFeedConformance(open);
  unitOfWorkConformance(open);
  idempotencyConformance(open);
  studioConformance(open);
  aliasLayerConformance(open);
});
