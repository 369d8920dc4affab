import Appliance
import ApplianceCore
import Glibc
import Testing

@testable import DeviceIO
@testable import Doctor

@Suite("Power and disk")
struct BoardTests {
  @Test(
    "every bit of the firmware has its meaning",
    arguments: [
      (0, .ok, "had enough voltage"), (1, .warning, "Now: the voltage too low."),
      (
        0x50005, .warning,
        "Now: the voltage too low, throttled. Since it was started: the voltage too low, throttled."
      ),
      (0x80008, .warning, "too hot"), (0xffff_ffff_ffff_ffff, .warning, "Now"),
    ] as [(UInt64, Check.Status, String)])
  func bits(bits: UInt64, status: Check.Status, what: String) {
    let check = PowerCheck.check(bits)
    #expect(check.status == status && check.what.contains(what))
  }

  @Test("heat alone is not a problem of the power supply")
  func heat() {
    #expect(PowerCheck.check(8).advice?.contains("fan") == true)
    #expect(PowerCheck.check(9).advice?.contains("power supply") == true)
  }

  @Test(
    "power is read where the board reports it",
    arguments: [
      (["sys/devices/platform/soc/soc:firmware/get_throttled": "50000\n"], .warning),
      (["sys/bus/platform/drivers/raspberrypi-firmware/soc:firmware/get_throttled": "0\n"], .ok),
      (["sys/bus/platform/drivers/raspberrypi-firmware/x/get_throttled": "0x1\n"], .warning),
      (
        [
          "sys/class/hwmon/hwmon1/name": "rpi_volt\n",
          "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "1\n",
        ], .warning
      ),
      (
        [
          "sys/class/hwmon/hwmon1/name": "rpi_volt\n",
          "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "0\n",
        ], .ok
      ),
      (
        [
          "sys/class/hwmon/hwmon0/name": "cpu_thermal\n",
          "sys/class/hwmon/hwmon0/in0_lcrit_alarm": "1\n",
        ], .ok
      ),
      (["sys/devices/platform/soc/soc:firmware/get_throttled": "odd\n"], .ok),
      (["sys/devices/platform/soc/soc:firmware/get_throttled": ""], .ok),
      ([:], .ok),
    ] as [([String: String], Check.Status)])
  func power(files: [String: String], status: Check.Status) throws {
    let made = try MadeUpMachine()
    for (path, text) in files { try made.write(text, path) }
    #expect(PowerCheck(machine: made.machine).checks.map(\.status) == [status])
  }

  @Test(
    "a high temperature is reported",
    arguments: [("45000\n", 1), ("83500\n", 2), ("x\n", 1), ("-1\n", 1), ("", 1)])
  func temperature(text: String, count: Int) throws {
    let made = try MadeUpMachine(["sys/class/thermal/thermal_zone0/temp": text])
    #expect(PowerCheck(machine: made.machine).checks.count == count)
  }

  @Test(
    "little free space is reported",
    arguments: [
      (.init(freeMegabytes: 1), .failure), (.init(freeMegabytes: 10), .warning),
      (.init(freeMegabytes: 16), .ok), (.init(freeMegabytes: 900, isReadOnly: true), .failure),
    ] as [(DiskCheck.Space, Check.Status)])
  func room(space: DiskCheck.Space, status: Check.Status) {
    #expect(DiskCheck.check(space, directory: "/x", megabytes: 16).status == status)
  }

  private func disk(
    _ made: MadeUpMachine, directory: String = "/var/lib/spokenmove", user: uid_t = 900,
    service: [String: String] = [:]
  ) -> Check {
    var configuration = Configuration()
    configuration.record.directory = directory
    configuration.record.megabytes = 1
    return DiskCheck(
      machine: made.machine, configuration: configuration,
      account: Account(name: "spokenmove", id: user, groups: [user]),
      service: ServiceState(hasSystemd: true, properties: service)
    ).check
  }

  @Test("the folder for games belongs to the user, or can be created")
  func folder() throws {
    let made = try MadeUpMachine()
    made.makeFolder("var/lib/spokenmove")
    #expect(disk(made).advice?.contains("chown spokenmove") == true)
    #expect(disk(made, user: 0).status == .ok)
    made.makeFolder("var/lib/spokenmove", mode: 0o777)
    #expect(disk(made).status == .ok)
    #expect(disk(made, directory: "/var/lib/other").status == .failure)
    #expect(disk(made, directory: "relative").status == .failure)
    try made.write("", "var/lib/file")
    #expect(disk(made, directory: "/var/lib/file/games").status == .failure)
  }

  @Test(
    "a separate disk for games must be present",
    arguments: [
      ("", true, "an empty table"), ("LABEL=games /games ext4 defaults 0 2", true, "it is mounted"),
      ("LABEL=games /var/lib ext4 nofail 0 2", false, "it is not"),
      (
        "# comment\n\nUUID=1 / ext4 defaults 0 1\nLABEL=x\t/var/lib/spokenmove\text4\tnofail",
        false, "tabs"
      ),
      ("LABEL=games /var/lib/spokenmove ext4 nofail,noauto 0 2", true, "it need not be"),
      ("LABEL=games /var/lib/spoken ext4 nofail 0 2", true, "another folder"),
      ("LABEL=games /var/lib/spokenmove", true, "no whole line"),
    ])
  func diskOfItsOwn(table: String, isWell: Bool, what: Comment) throws {
    let made = try MadeUpMachine([
      "etc/fstab": table,
      "proc/self/mounts": "/dev/sda1 / ext4 rw 0 0\n/dev/sdb1 /games ext4 rw 0 0\n",
    ])
    made.makeFolder("var/lib/spokenmove", mode: 0o777)
    #expect(disk(made).status == (isWell ? .ok : .failure), what)
  }

  @Test("the service's sandbox allows writing only in the configured place")
  func sandbox() throws {
    let made = try MadeUpMachine()
    made.makeFolder("games", mode: 0o777)
    let unit = [
      "LoadState": "loaded", "ProtectSystem": "strict", "StateDirectory": "spokenmove",
      "ReadWritePaths": "",
    ]
    // systemd creates its own folder.
    #expect(disk(made, service: unit).status == .ok)
    let refused = disk(made, directory: "/games", service: unit)
    #expect(refused.status == .failure && refused.advice?.contains("ReadWritePaths=/games") == true)
    // A "-" before a path means that it may be missing.
    for paths in ["/games /x", "-/games", "/x +/games"] {
      let allowed = unit.merging(["ReadWritePaths": paths]) { $1 }
      #expect(disk(made, directory: "/games/chess", service: allowed).status == .ok)
    }
  }

  @Test("without a game nothing is saved")
  func noGame() throws {
    var configuration = Configuration()
    configuration.game = false
    configuration.record.directory = "nowhere"
    let check = DiskCheck(
      machine: try MadeUpMachine().machine, configuration: configuration,
      account: Account(name: "x", id: 1, groups: []), service: ServiceState(hasSystemd: false)
    ).check
    #expect(check.status == .ok)
  }
}
