package io.windhover.app.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.windhover.app.Main;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arrows of the module map in ARCHITECTURE.md, checked on the compiled classes. */
final class ModuleArrowsTest {
  private static final String ROOT = "io.windhover.";

  private static final JavaClasses PROGRAM =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          // Test kits come as jars, which that option does not know for tests.
          .withImportOption(location -> !location.contains("/testkit/"))
          .importPackages("io.windhover");

  @Test
  void theWholeProgramIsRead() {
    assertThat(PROGRAM.contain("io.windhover.core.model.TaskId")).isTrue();
    assertThat(PROGRAM.contain("io.windhover.app.Main")).isTrue();
  }

  /** Our own modules each module may use; a new module gets a line here. */
  @ParameterizedTest
  @CsvSource({
    "core,",
    "policies, core",
    "placement,",
    "workload, core",
    "simulator, core workload placement",
    "host,",
    "xmpp.server, host",
    "http,",
    "wire,",
    "store, host",
    "capacity, core",
    "manager, core capacity wire store",
    "depot,",
    "worker, host wire depot",
    "workerprogram, host wire depot worker",
    "rental, core capacity simulator",
    "local, core capacity simulator rental host",
    "hook, core capacity workload host",
    "virtual, core capacity simulator rental wire store manager worker",
    "experiments, core policies placement workload simulator wire store manager worker virtual",
    "app, core policies placement workload simulator capacity depot local hook host xmpp.server"
        + " http wire store manager worker virtual experiments",
  })
  void usesOnlyItsArrows(String module, String mayUse) {
    String[] allowed =
        Stream.concat(
                Stream.of(module), mayUse == null ? Stream.of() : Stream.of(mayUse.split(" ")))
            .map(name -> ROOT + name + "..")
            .toArray(String[]::new);
    check(
        noClasses()
            .that()
            .resideInAPackage(ROOT + module + "..")
            .should()
            .dependOnClassesThat(
                resideInAPackage("io.windhover..").and(resideOutsideOfPackages(allowed)))
            .because("the module map in ARCHITECTURE.md has no such arrow"));
  }

  @ParameterizedTest
  @CsvSource({"core", "policies", "placement"})
  void pureModulesUseOnlyTheJdk(String module) {
    check(
        classes()
            .that()
            .resideInAPackage(ROOT + module + "..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify..", ROOT + "core..", ROOT + module + "..")
            .because("what decides must not depend on libraries that may change under it"));
  }

  @ParameterizedTest
  @CsvSource({
    "core",
    "policies",
    "simulator",
    "xmpp.server",
    "http",
    "wire",
    "store",
    "worker",
    "host"
  })
  void noJacksonIn(String module) {
    check(
        noClasses()
            .that()
            .resideInAPackage(ROOT + module + "..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.fasterxml.jackson..")
            .because("formats belong to workload, manager and app"));
  }

  @Test
  void smackOnlyInTheXmppWire() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + "wire.xmpp.client..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.jivesoftware..", "org.jxmpp..")
            .because("everybody else speaks through the links of io.windhover.wire"));
  }

  /** A worker at a manager's port needs nothing but Java: its jar is to stay small. */
  @Test
  void aWorkerAtThePortNeedsNoLibrary() {
    check(
        noClasses()
            .that()
            .resideInAnyPackage(
                ROOT + "host..",
                ROOT + "depot..",
                ROOT + "worker..",
                ROOT + "workerprogram..",
                ROOT + "wire",
                ROOT + "wire.port..",
                ROOT + "wire.xmpp.worker..")
            .should()
            .transitivelyDependOnClassesThat()
            .resideInAnyPackage(
                "org.jivesoftware..",
                "org.jxmpp..",
                "io.netty..",
                "com.fasterxml..",
                ROOT + "core..")
            .because("it is handed out to machines that have only Java"));
  }

  @Test
  void nettyOnlyInHttp() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + "http..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.netty..")
            .because("everybody else speaks through io.windhover.http"));
  }

  @Test
  void jdbcOnlyInTheStore() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + "store..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.sqlite..")
            .because("everybody else speaks to io.windhover.store.Store"));
  }

  @Test
  void picocliOnlyInTheApp() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + "app..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("picocli..")
            .because("the command line is app's business"));
  }

  /** Main lists the commands, and the commands use what stands beside Main; that is no knot. */
  @Test
  void packagesFormNoCycles() {
    check(
        slices()
            .matching("io.windhover.(**)")
            .should()
            .beFreeOfCycles()
            .ignoreDependency(type(Main.class), alwaysTrue()));
  }

  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(PROGRAM);
  }
}
