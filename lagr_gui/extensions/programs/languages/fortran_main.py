"""What a program in Fortran runs: the table of a motion and other answers."""

MAIN = r"""

subroutine print_state(c, t, y)
  real(dp), intent(in) :: c(0:*), t, y(0:2 * N - 1)
  real(dp) :: energy(0:2)
@SHOWN@
  real(dp) :: u(0:N - 1), found(0:SHOWN - 1)
@END@
  call energies(c, t, y(0:N - 1), y(N:2 * N - 1), energy)
@SHOWN@
  call inputs(c, t, y(0:N - 1), y(N:2 * N - 1), u)
  if (outputs(c, t, y(0:N - 1), y(N:2 * N - 1), u, found) /= 0) then
    found = ieee_value(1.0_dp, ieee_quiet_nan)
  end if
@END@
  print '(*(es24.16e3, :, ","))', t, y, energy(0), energy(1), energy(0) + energy(1)@FOUND@
end subroutine print_state

! The start of a motion and its clock; the motion up to a time, through all impacts, or why not.
function set_out(c, clock, y) result(status)
  real(dp), intent(in) :: c(0:*)
  real(dp), intent(out) :: clock(0:CLOCK_SIZE - 1), y(0:2 * N - 1)
  integer :: status
  y = START_STATE
  clock = 0
  clock(0) = START_TIME
  clock(3) = 0.5_dp
  status = take_up(c, clock, y)
end function set_out

subroutine complain(status, clock)
  integer, intent(in) :: status
  real(dp), intent(in) :: clock(0:*)
@STRUCK@
  character(len=72), parameter :: trouble(9) = [character(len=72) :: &
    "the accelerations have no value", "a motion has no inertia", &
    "conditions contradict each other", "no state meets the conditions", &
    "the step becomes too small", &
    "conditions depend on each other: the motion may go on in several ways", &
    "the start lies beyond a limit", "conditions, or limits that move, lead through a limit", &
    "there were too many impacts"]
@END@
@SMOOTH@
  character(len=72), parameter :: trouble(6) = [character(len=72) :: &
    "the accelerations have no value", "a motion has no inertia", &
    "conditions contradict each other", "no state meets the conditions", &
    "the step becomes too small", &
    "conditions depend on each other: the motion may go on in several ways"]
@END@
  if (status /= 0) then
    write (0, '(a, es16.9, 3a)') "At t = ", clock(0), " s: ", trim(trouble(status)), "."
  end if
end subroutine complain

function simulate(c, until, points, rtol, atol) result(status)
  real(dp), intent(in) :: c(0:*), until, rtol, atol
  integer, intent(in) :: points
  integer :: status, i
  real(dp) :: y(0:2 * N - 1), clock(0:CLOCK_SIZE - 1), goal
  status = set_out(c, clock, y)
@HEAD@
  if (status == 0) call print_state(c, START_TIME, y)
  do i = 1, points - 1
    if (status /= 0) exit
    goal = START_TIME + (until - START_TIME) * i / (points - 1)
    status = advance(c, clock, y, goal, rtol, atol)
@STRUCK@
    do while (status < 0)
      status = advance(c, clock, y, goal, rtol, atol)
    end do
@END@
    if (status == 0) call print_state(c, clock(0), y)
  end do
  call complain(status, clock)
end function simulate
@STRUCK@

function impacts(c, until, rtol, atol) result(status)
  real(dp), intent(in) :: c(0:*), until, rtol, atol
  integer :: status
  real(dp) :: y(0:2 * N - 1), clock(0:CLOCK_SIZE - 1)
  status = set_out(c, clock, y)
@IMPACT_HEAD@
  if (status == 0) status = advance(c, clock, y, until, rtol, atol)
  do while (status < 0)
    print '(*(es24.16e3, :, ","))', clock(0), clock(AT_IMPULSES:AT_IMPULSES + LIMITS - 1), &
      clock(AT_LOSS), y(0:N - 1), clock(AT_BEFORE:AT_BEFORE + N - 1), y(N:2 * N - 1)
    status = advance(c, clock, y, until, rtol, atol)
  end do
  call complain(status, clock)
end function impacts
@END@

! What is asked of states t, q, v, one a line, as they come in.
subroutine answer(c, solve, length)
  real(dp), intent(in) :: c(0:*)
  procedure(asked) :: solve
  integer, intent(in) :: length
  real(dp) :: x(0:2 * N), found(0:length - 1), u(0:N - 1)
  integer :: trouble
  u = 0
  do
    read (*, *, iostat=trouble) x
    if (trouble /= 0) exit
    if (solve(c, x(0), x(1:N), x(N + 1:2 * N), u, found) /= 0) then
      found = ieee_value(1.0_dp, ieee_quiet_nan)
    end if
    print '(*(es24.16e3, :, ","))', found
  end do
end subroutine answer
end module model

program main
  use model
  implicit none
  real(dp) :: c(0:max(CONSTANTS, 1) - 1), until, rtol, atol, worst, value
  integer :: points, spot, status
@STRUCK@
  logical :: struck
@END@
  character(len=64) :: word, next
  type(parameter_record) :: p
  until = END_TIME
  rtol = RELATIVE
  atol = ABSOLUTE
  points = 101
@STRUCK@
  struck = .false.
@END@
  call prepare(p, c)
  spot = 1
  do while (spot <= command_argument_count())
    call get_command_argument(spot, word)
    call get_command_argument(spot + 1, next)
    select case (word)
    case ("--help")
@TEXT@
      stop
    case ("--self-test")
      worst = self_test(c)
      print '(a, es9.2, a)', "largest relative deviation: ", worst, " (at most 1e-9)"
      if (.not. worst <= 1e-9_dp) error stop 1
      stop
@EACH@
    case ("--@NAME@")
      call answer(c, @FUNCTION@, @SIZE@)
      stop
@END@
@STRUCK@
    case ("--impacts")
      struck = .true.
      spot = spot - 1
@END@
    case ("--until", "--points", "--rtol", "--atol")
      if (spot == command_argument_count()) call unknown(word)
      read (next, *, iostat=status) value
      if (status /= 0) call unknown(next)
      if (word == "--until") until = value
      if (word == "--points") points = int(value)
      if (word == "--rtol") rtol = value
      if (word == "--atol") atol = value
    case default
      call unknown(word)
    end select
    spot = spot + 2
  end do
@STRUCK@
  if (struck) then
    status = impacts(c, until, rtol, atol)
    if (status /= 0) error stop 1
    stop
  end if
@END@
  status = simulate(c, until, max(points, 2), rtol, atol)
  if (status /= 0) error stop 1
contains
  subroutine unknown(what)
    character(len=*), intent(in) :: what
    write (0, '(3a)') "unknown: ", trim(what), "; --help lists the options"
    error stop 64
  end subroutine unknown
end program main
"""
"""With places that the translation fills."""
