import type { sendUnaryData, ServerUnaryCall, ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresPb, { type SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';

/** The server whose behaviour is kept to. */
const VERSION = '23.10.6';

export interface Service {
  definition: ServiceDefinition;
  handlers: UntypedServiceImplementation;
  /** What its methods are said to be able to do. */
  features?: readonly string[];
  /** Answers anybody, whatever credentials they bring or lack. */
  open?: boolean;
  /** Methods that refuse callers themselves, because their replies have a way to say so. */
  refuses?: readonly string[];
}

/** ServerFeatures: lists what the given services and it itself answer, so that nothing is listed that is missing. */
export function featuresService(others: readonly Service[]): Service {
  const service: Service = {
    definition: ServerFeaturesService,
    open: true, // the client asks before it says who it is
    handlers: {
      getSupportedMethods: (
        _call: ServerUnaryCall<Empty, SupportedMethods>,
        reply: sendUnaryData<SupportedMethods>,
      ): void => reply(null, supported),
    },
  };
  const supported = new featuresPb.SupportedMethods().setEventStoreServerVersion(VERSION);
  for (const { definition, handlers, features = [] } of [...others, service]) {
    for (const [name, { path }] of Object.entries(definition)) {
      if (!(name in handlers)) continue;
      const [, serviceName = '', methodName = ''] = path.toLowerCase().split('/');
      const method = new featuresPb.SupportedMethod().setServiceName(serviceName).setMethodName(methodName);
      supported.addMethods(method.setFeaturesList([...features]));
    }
  }
  return service;
}
